import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConfigError } from '../../platform/config/environment.ts';
import { parseCrossChainConfig } from '../../cross-chain/config.ts';
import { startCrossChainHost } from './own-host.ts';

const KEY = 'ab'.repeat(32);

const closes: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).toReversed()) await close();
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-cross-'));
  closes.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function start(dataDir: string, port = 0) {
  const config = parseCrossChainConfig({ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir });
  if ('code' in config) throw new Error(config.message);
  const host = await startCrossChainHost(config, { log: () => undefined });
  if (!('code' in host)) closes.push(async () => host.stop(0));
  return host;
}

describe('a separate cross-chain server', () => {
  it('answers its calls, its health, and nothing of the product’s', async () => {
    const host = await start(makeFolder());
    if ('code' in host) throw new Error(host.message);
    const get = async (path: string) => (await fetch(`${host.url}${path}`)).status;
    expect((await fetch(`${host.url}/healthz`)).headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await get('/healthz')).toBe(200);
    expect(await get('/api/cross-chain/sessions')).toBe(200);
    expect(await get('/api/cross-chain/sessions/session-1/chat')).toBe(404);
    expect(await get('/api/popfray/sessions')).toBe(404);
    expect(await get('/')).toBe(404);
    expect(await get('/ws')).toBe(404);
  });

  it('locks its data, and unlocks it when it cannot listen', async () => {
    const folder = makeFolder();
    const host = await start(folder);
    if ('code' in host) throw new Error(host.message);
    expect(await start(folder)).toMatchObject({ code: 'ERR_DATA_LOCKED' });
    const other = makeFolder();
    expect(await start(other, Number(new URL(host.url).port))).toMatchObject({ code: 'ERR_PORT_TAKEN' });
    expect(await start(other)).toHaveProperty('url');
  });

  it('says that its folder cannot be made', async () => {
    const file = join(makeFolder(), 'file');
    writeFileSync(file, '');
    expect(await start(join(file, 'data'))).toMatchObject({ code: 'ERR_DATA_DIR' });
  });

  it('says that its database cannot be opened', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'cross-chain.db'), 'not a database');
    expect(await start(folder)).toMatchObject({ code: 'ERR_DATABASE_OPEN' });
  });
});

describe('its configuration', () => {
  it('knows the platforms of the dev network where nothing is said', () => {
    expect(parseCrossChainConfig({})).toMatchObject({
      port: 8789,
      host: 'localhost',
      isProduction: false,
      platforms: ['tron', 'sol'].map((platform) => ({ platform, publicKey: expect.stringMatching(/^[0-9a-f]{64}$/) })),
    });
  });

  it('names everything else', () => {
    const env = {
      NODE_ENV: 'production',
      PORT: '80',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/data',
      CROSS_CHAIN_PLATFORMS: `tron:${KEY}, sol:${KEY}`,
      PARTNER_ORIGINS: 'https://play.example,https://sol.example',
      TRUST_PROXY: '1',
    };
    expect(parseCrossChainConfig(env)).toEqual({
      port: 80,
      host: '0.0.0.0',
      dataDir: '/srv/data',
      isProduction: true,
      platforms: [
        { platform: 'tron', publicKey: KEY },
        { platform: 'sol', publicKey: KEY },
      ],
      partnerOrigins: ['https://play.example', 'https://sol.example'],
      isBehindProxy: true,
    });
  });

  it.each<[Record<string, string>, ConfigError['code'], string]>([
    [{ NODE_ENV: 'production' }, 'ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_PLATFORMS'],
    [{ CROSS_CHAIN_PLATFORMS: 'tron' }, 'ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_PLATFORMS'],
    [{ CROSS_CHAIN_PLATFORMS: `tron:${KEY},` }, 'ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_PLATFORMS'],
    [{ PORT: 'x' }, 'ERR_CONFIG_PORT', 'PORT'],
    [{ PARTNER_ORIGINS: 'https://play.example/path' }, 'ERR_CONFIG_PARTNERS', 'PARTNER_ORIGINS'],
  ])('refuses %j', (env, code, variable) => {
    expect(parseCrossChainConfig(env)).toMatchObject({ code, variable });
  });
});
