import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTronNode } from '@popfray/tron/node';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig, type Config } from '../start/config.ts';
import { DEV_HOUSE_KEY, openHouse, parsePrivateKey } from './house.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-house-'));
afterAll(() => rmSync(folder, { recursive: true }));

const chain = createTronNode({ url: 'http://127.0.0.1:9' });
const KEY = '1'.repeat(64);
const ADDRESS = chain.addressOf(KEY);

/** A file of the house's key. */
function keyFile(content: string, mode = 0o600): string {
  const path = join(mkdtempSync(join(folder, 'key-')), 'house');
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

function configure(env: Record<string, string>): Config {
  const config = parseConfig({ TRON_NETWORK: 'nile', ...env });
  if ('code' in config) throw new Error(config.message);
  return config;
}

const open = (env: Record<string, string>): ReturnType<typeof openHouse> => openHouse(configure(env), chain);

describe('the house', () => {
  it.each([
    ['in the environment', () => ({ HOUSE_PRIVATE_KEY: KEY })],
    ['in a file', () => ({ HOUSE_KEY_FILE: keyFile(KEY) })],
    ['in a file as editors leave it', () => ({ HOUSE_KEY_FILE: keyFile(`  0x${KEY}\r\n`) })],
    ['in a read-only file', () => ({ HOUSE_KEY_FILE: keyFile(KEY, 0o400) })],
  ])('has the address of its key %s', (_, env) => {
    expect(open(env())).toEqual({ privateKey: KEY, address: ADDRESS });
  });

  it('has a key that everybody knows on the dev chain, and on no other', () => {
    expect(open({ TRON_NETWORK: 'dev' })).toHaveProperty('privateKey', DEV_HOUSE_KEY);
    expect(open({ HOUSE_PRIVATE_KEY: DEV_HOUSE_KEY })).toMatchObject({ code: 'ERR_HOUSE_KEY_PUBLIC' });
    expect(open({ HOUSE_KEY_FILE: keyFile(DEV_HOUSE_KEY) })).toMatchObject({ code: 'ERR_HOUSE_KEY_PUBLIC' });
  });

  it.each([
    ['that is not there', () => join(folder, 'none'), 'ENOENT'],
    ['that is a folder', () => makeFolder(), 'is too long|EISDIR'],
    ['that others can read', () => keyFile(KEY, 0o644), 'chmod 600'],
    ['that its group can change', () => keyFile(KEY, 0o620), 'chmod 600'],
    ['that is empty', () => keyFile(''), 'holds no private key'],
    ['of another thing', () => keyFile('secret words'), 'holds no private key'],
    ['of two keys', () => keyFile(`${KEY}\n${KEY}`), 'holds no private key'],
    ['that is long', () => keyFile(`${KEY}${' '.repeat(10_000)}`), 'too long'],
  ])('refuses a file %s, without repeating what is in it', (_, path, words) => {
    const error = open({ HOUSE_KEY_FILE: path() });
    expect(error).toMatchObject({ code: 'ERR_HOUSE_KEY_FILE', message: expect.stringMatching(words) });
    expect(JSON.stringify(error)).not.toMatch(/secret|1111/);
  });

  it.each([['0'.repeat(64)], ['f'.repeat(64)]])('refuses %s, which is no key of the curve', (key) => {
    expect(open({ HOUSE_PRIVATE_KEY: key })).toMatchObject({ code: 'ERR_HOUSE_KEY' });
  });
});

function makeFolder(): string {
  const path = join(folder, 'folder');
  mkdirSync(path, { mode: 0o700 });
  return path;
}

describe('a private key', () => {
  it.each(['', KEY.slice(1), `${KEY}1`, `0x0x${KEY.slice(2)}`, `${KEY.slice(1)}g`, `${KEY} ${KEY}`])(
    'is not %j',
    (text) => {
      expect(parsePrivateKey(text)).toBeNull();
    },
  );
});
