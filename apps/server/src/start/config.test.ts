import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import type { ConfigError } from '../platform/config/environment.ts';
import { DEV_HOUSE_KEY } from '../chain/house.ts';

const KEY = 'ab'.repeat(32);

/** A production server on mainnet, as docs/operations.md has it. */
const PRODUCTION = {
  NODE_ENV: 'production',
  TRON_NETWORK: 'mainnet',
  HOUSE_KEY_FILE: '/run/secrets/house',
  PUBLIC_URL: 'https://play.example',
};

describe('the environment', () => {
  it('may be empty: the defaults are a loopback server on port 8787 with the dev chain', () => {
    const config = parseConfig({});
    expect(config).toMatchObject({
      port: 8787,
      host: 'localhost',
      network: 'dev',
      isProduction: false,
      nodeUrl: null,
      backupNodeUrls: [],
      nodeApiKey: null,
      devChain: { port: null, blockMs: 3_000 },
      houseKey: DEV_HOUSE_KEY,
      houseKeyFile: null,
      origins: [],
      isBehindProxy: false,
      dailyCapSun: 100_000_000,
      rewardBudgetSun: 10_000_000_000,
      supportEmail: 'support@popfray.example',
      walletIssue: null,
      isPaidPlayOn: true,
      refusedCountries: [],
      countryHeader: null,
      adminAddresses: [],
      canHouseSignIn: true,
      redisUrl: null,
      nodePublicUrl: null,
      battlesAtStop: 'hand-over',
    });
    expect(config).toHaveProperty('webRoot', expect.stringMatching(/apps.web.dist-dev-chain$/));
    expect(config).toHaveProperty('dataDir', join(import.meta.dirname, '../../../../data'));
  });

  it('for a real network needs a network, a key and an origin', () => {
    const config = parseConfig(PRODUCTION);
    expect(config).toMatchObject({
      network: 'mainnet',
      isProduction: true,
      houseKey: null,
      houseKeyFile: '/run/secrets/house',
      origins: ['https://play.example'],
      rewardBudgetSun: 1_000_000_000,
      supportEmail: 'support@play.example',
    });
    expect(config).toHaveProperty('webRoot', expect.stringMatching(/apps.web.dist$/));
  });

  it('names everything else', () => {
    const config = parseConfig({
      PORT: '80',
      HOST: '0.0.0.0',
      WEB_ROOT: '/srv/web',
      DATA_DIR: '/srv/data',
      TRON_NETWORK: 'nile',
      TRON_NODE_URL: 'http://10.0.0.5:8090/',
      TRON_BACKUP_NODE_URLS: 'https://a.node.example/, https://b.node.example/key',
      TRON_API_KEY: 'abc-123',
      HOUSE_PRIVATE_KEY: `0x${KEY.toUpperCase()}`,
      PUBLIC_URL: 'https://a.example, https://b.example:8443/,http://localhost:8787',
      ADMIN_ADDRESSES: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      HOUSE_SIGN_IN: '0',
      DAILY_CAP_TRX: '12.5',
      REWARD_BUDGET_TRX: '0',
      SUPPORT_EMAIL: 'help+game@a.example',
      WALLET_ISSUE: '2026-06-15/2026-07-15',
      TRUST_PROXY: '1',
      DEV_CHAIN_PORT: '0',
      DEV_CHAIN_BLOCK_MS: '0',
      TRANSLATE_URL: 'https://translate.example/',
      TRANSLATE_API_KEY: 'def-456',
      PARTNER_ORIGINS: 'https://sol.example',
      CROSS_CHAIN_URL: 'https://cross.example/',
      CROSS_CHAIN_KEY: KEY,
      CROSS_CHAIN_PLATFORMS: `sol:${KEY.toUpperCase()}`,
      NODE_PUBLIC_URL: 'https://node-1.a.example/',
      BATTLES_AT_STOP: 'wait',
      PAID_PLAY: '0',
      REFUSED_COUNTRIES: 'nl, US,NL,T1',
      COUNTRY_HEADER: 'CF-IPCountry',
      OTHER_CHAIN_PRIZE: 'best-tron-player',
    });
    expect(config).toEqual({
      port: 80,
      host: '0.0.0.0',
      webRoot: '/srv/web',
      dataDir: '/srv/data',
      database: '/srv/data/popfray.db',
      redisUrl: null,
      nodePublicUrl: 'https://node-1.a.example',
      battlesAtStop: 'wait',
      network: 'nile',
      isProduction: false,
      nodeUrl: 'http://10.0.0.5:8090',
      backupNodeUrls: ['https://a.node.example', 'https://b.node.example/key'],
      nodeApiKey: 'abc-123',
      devChain: { port: 0, blockMs: 0 },
      houseKey: KEY,
      houseKeyFile: null,
      adminAddresses: ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
      canHouseSignIn: false,
      origins: ['https://a.example', 'https://b.example:8443', 'http://localhost:8787'],
      translator: { url: 'https://translate.example', apiKey: 'def-456' },
      partnerOrigins: ['https://sol.example'],
      crossChain: { url: 'https://cross.example', key: KEY, platforms: [{ platform: 'sol', publicKey: KEY }] },
      isBehindProxy: true,
      dailyCapSun: 12_500_000,
      rewardBudgetSun: 0,
      supportEmail: 'help+game@a.example',
      walletIssue: { since: '2026-06-15', until: '2026-07-15' },
      isPaidPlayOn: false,
      refusedCountries: ['NL', 'US', 'T1'],
      countryHeader: 'cf-ipcountry',
      otherChainPrizeTo: 'best-tron-player',
      commitmentMemoTo: null,
    });
  });

  it('leaves to the house what the other chain wins, unless the operator says otherwise', () => {
    expect(parseConfig({})).toMatchObject({ otherChainPrizeTo: 'house' });
    expect(parseConfig({ OTHER_CHAIN_PRIZE: 'winner' })).toMatchObject({
      code: 'ERR_CONFIG_PRIZE',
      variable: 'OTHER_CHAIN_PRIZE',
    });
  });

  it('writes no root to the chain, unless the operator names who receives the memos', () => {
    const COMMITMENT_MEMO_TO = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    expect(parseConfig({})).toMatchObject({ commitmentMemoTo: null });
    expect(parseConfig({ COMMITMENT_MEMO_TO })).toMatchObject({ commitmentMemoTo: COMMITMENT_MEMO_TO });
    expect(parseConfig({ COMMITMENT_MEMO_TO: 'yes' })).toMatchObject({ code: 'ERR_CONFIG_MEMO' });
  });

  it('switches paid play off on mainnet only, unless the operator says otherwise', () => {
    const isOn = (env: Record<string, string>) => parseConfig({ ...PRODUCTION, ...env });
    expect(isOn({})).toMatchObject({ isPaidPlayOn: false });
    expect(isOn({ PAID_PLAY: '1' })).toMatchObject({ isPaidPlayOn: true });
    for (const TRON_NETWORK of ['nile', 'shasta']) expect(isOn({ TRON_NETWORK })).toMatchObject({ isPaidPlayOn: true });
    expect(parseConfig({ PAID_PLAY: 'yes' })).toMatchObject({ code: 'ERR_CONFIG_PAID_PLAY', variable: 'PAID_PLAY' });
  });

  it.each([
    [{ REFUSED_COUNTRIES: 'NL' }, 'COUNTRY_HEADER'],
    [{ REFUSED_COUNTRIES: 'NL', COUNTRY_HEADER: 'cf-ipcountry' }, 'TRUST_PROXY'],
    [{ REFUSED_COUNTRIES: 'Holland', COUNTRY_HEADER: 'cf-ipcountry', TRUST_PROXY: '1' }, 'REFUSED_COUNTRIES'],
    [{ REFUSED_COUNTRIES: 'NL', COUNTRY_HEADER: 'no header', TRUST_PROXY: '1' }, 'COUNTRY_HEADER'],
  ])('does not start with refused countries that it could not refuse: %j', (env, variable) => {
    expect(parseConfig(env)).toMatchObject({ code: 'ERR_CONFIG_COUNTRIES', variable });
  });

  it('counts an empty variable as unset', () => {
    const empty = {
      PORT: '',
      HOST: '',
      WEB_ROOT: '',
      TRON_NETWORK: '',
      HOUSE_PRIVATE_KEY: '',
      PUBLIC_URL: '',
      DATA_DIR: '',
    };
    expect(parseConfig(empty)).toEqual(parseConfig({}));
  });

  it.each(['0', '1', '65535'])('takes port %s', (PORT) => {
    expect(parseConfig({ PORT })).toHaveProperty('port', Number(PORT));
  });

  it.each(['65536', '-1', '80.5', '8787 ', '0x50', 'http', '1e3', '999999999999'])('refuses port %j', (PORT) => {
    const error = parseConfig({ PORT });
    expect(error).toMatchObject({ code: 'ERR_CONFIG_PORT', variable: 'PORT' });
    expect(error).toHaveProperty('message', expect.stringContaining(JSON.stringify(PORT)));
  });

  it.each(['::1', '127.0.0.1', 'localhost', 'play.example'])('takes host %s', (HOST) => {
    expect(parseConfig({ HOST })).toHaveProperty('host', HOST);
  });

  it.each(['http://localhost', 'a b', '[::1]'])('refuses host %j', (HOST) => {
    expect(parseConfig({ HOST })).toMatchObject({ code: 'ERR_CONFIG_HOST', variable: 'HOST' });
  });

  it.each<[Record<string, string>, ConfigError['code'], string]>([
    [{ TRON_NETWORK: 'moon' }, 'ERR_CONFIG_NETWORK', 'TRON_NETWORK'],
    [{ TRON_NETWORK: 'MAINNET' }, 'ERR_CONFIG_NETWORK', 'TRON_NETWORK'],
    [{ NODE_ENV: 'production' }, 'ERR_CONFIG_DEV_IN_PRODUCTION', 'TRON_NETWORK'],
    [{ ...PRODUCTION, TRON_NETWORK: 'dev' }, 'ERR_CONFIG_DEV_IN_PRODUCTION', 'TRON_NETWORK'],
    [{ TRON_NODE_URL: 'api.trongrid.io' }, 'ERR_CONFIG_NODE_URL', 'TRON_NODE_URL'],
    [{ TRON_NODE_URL: 'ftp://node' }, 'ERR_CONFIG_NODE_URL', 'TRON_NODE_URL'],
    [{ TRON_NODE_URL: 'http://user:secret@node' }, 'ERR_CONFIG_NODE_URL', 'TRON_NODE_URL'],
    [{ TRON_BACKUP_NODE_URLS: 'https://a.node.example' }, 'ERR_CONFIG_NODE_URL', 'TRON_BACKUP_NODE_URLS'],
    [
      { TRON_NODE_URL: 'http://node', TRON_BACKUP_NODE_URLS: 'https://a.node.example,node' },
      'ERR_CONFIG_NODE_URL',
      'TRON_BACKUP_NODE_URLS',
    ],
    [
      { TRON_NODE_URL: 'http://node', TRON_BACKUP_NODE_URLS: 'http://a.b,http://a.b/' },
      'ERR_CONFIG_NODE_URL',
      'TRON_BACKUP_NODE_URLS',
    ],
    [{ TRON_API_KEY: 'a b' }, 'ERR_CONFIG_API_KEY', 'TRON_API_KEY'],
    [{ TRON_API_KEY: 'a\nHost: evil' }, 'ERR_CONFIG_API_KEY', 'TRON_API_KEY'],
    [{ TRANSLATE_URL: 'translate.example' }, 'ERR_CONFIG_TRANSLATE', 'TRANSLATE_URL'],
    [{ TRANSLATE_API_KEY: 'a b' }, 'ERR_CONFIG_TRANSLATE', 'TRANSLATE_API_KEY'],
    [{ DEV_CHAIN_PORT: '70000' }, 'ERR_CONFIG_DEV_CHAIN', 'DEV_CHAIN_PORT'],
    [{ DEV_CHAIN_BLOCK_MS: '-1' }, 'ERR_CONFIG_DEV_CHAIN', 'DEV_CHAIN_BLOCK_MS'],
    [{ DEV_CHAIN_BLOCK_MS: '60001' }, 'ERR_CONFIG_DEV_CHAIN', 'DEV_CHAIN_BLOCK_MS'],
    [{ HOUSE_PRIVATE_KEY: 'xyz' }, 'ERR_CONFIG_HOUSE_KEY', 'HOUSE_PRIVATE_KEY'],
    [{ HOUSE_PRIVATE_KEY: KEY, HOUSE_KEY_FILE: '/key' }, 'ERR_CONFIG_HOUSE_KEY', 'HOUSE_KEY_FILE'],
    [{ TRON_NETWORK: 'shasta' }, 'ERR_CONFIG_HOUSE_KEY', 'HOUSE_KEY_FILE'],
    [{ ...PRODUCTION, HOUSE_KEY_FILE: '' }, 'ERR_CONFIG_HOUSE_KEY', 'HOUSE_KEY_FILE'],
    [{ ...PRODUCTION, PUBLIC_URL: '' }, 'ERR_CONFIG_PUBLIC_URL', 'PUBLIC_URL'],
    [{ ...PRODUCTION, PUBLIC_URL: 'http://play.example' }, 'ERR_CONFIG_PUBLIC_URL', 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://play.example/arena' }, 'ERR_CONFIG_PUBLIC_URL', 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://play.example?a=1' }, 'ERR_CONFIG_PUBLIC_URL', 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'play.example' }, 'ERR_CONFIG_PUBLIC_URL', 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://a.example,' }, 'ERR_CONFIG_PUBLIC_URL', 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'null' }, 'ERR_CONFIG_PUBLIC_URL', 'PUBLIC_URL'],
    [{ NODE_PUBLIC_URL: 'node-1.play.example' }, 'ERR_CONFIG_NODE_PUBLIC_URL', 'NODE_PUBLIC_URL'],
    [{ NODE_PUBLIC_URL: 'https://a.example,https://b.example' }, 'ERR_CONFIG_NODE_PUBLIC_URL', 'NODE_PUBLIC_URL'],
    [{ ...PRODUCTION, NODE_PUBLIC_URL: 'http://node-1.example' }, 'ERR_CONFIG_NODE_PUBLIC_URL', 'NODE_PUBLIC_URL'],
    [{ PARTNER_ORIGINS: 'sol.example' }, 'ERR_CONFIG_PARTNERS', 'PARTNER_ORIGINS'],
    [{ CROSS_CHAIN_URL: 'cross.example' }, 'ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_URL'],
    [{ CROSS_CHAIN_URL: 'https://a.example,https://b.example' }, 'ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_URL'],
    [{ ...PRODUCTION, CROSS_CHAIN_URL: 'http://cross.example' }, 'ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_URL'],
    [{ CROSS_CHAIN_KEY: 'abc' }, 'ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_KEY'],
    [{ CROSS_CHAIN_PLATFORMS: 'sol:abc' }, 'ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_PLATFORMS'],
    [{ CROSS_CHAIN_PLATFORMS: `moon:${KEY}` }, 'ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_PLATFORMS'],
    [{ CROSS_CHAIN_PLATFORMS: `sol:${KEY},sol:${KEY}` }, 'ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_PLATFORMS'],
    [{ TRUST_PROXY: 'yes' }, 'ERR_CONFIG_TRUST_PROXY', 'TRUST_PROXY'],
    [{ ADMIN_ADDRESSES: 'operator' }, 'ERR_CONFIG_ADMIN', 'ADMIN_ADDRESSES'],
    [{ ADMIN_ADDRESSES: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8,' }, 'ERR_CONFIG_ADMIN', 'ADMIN_ADDRESSES'],
    [{ HOUSE_SIGN_IN: 'no' }, 'ERR_CONFIG_ADMIN', 'HOUSE_SIGN_IN'],
    [{ DAILY_CAP_TRX: '-1' }, 'ERR_CONFIG_LIMIT', 'DAILY_CAP_TRX'],
    [{ DAILY_CAP_TRX: '1e3' }, 'ERR_CONFIG_LIMIT', 'DAILY_CAP_TRX'],
    [{ REWARD_BUDGET_TRX: '0.0000001' }, 'ERR_CONFIG_LIMIT', 'REWARD_BUDGET_TRX'],
    [{ REWARD_BUDGET_TRX: '10000000000' }, 'ERR_CONFIG_LIMIT', 'REWARD_BUDGET_TRX'],
    [{ BATTLES_AT_STOP: 'refund' }, 'ERR_CONFIG_STOP', 'BATTLES_AT_STOP'],
    [{ SUPPORT_EMAIL: 'support' }, 'ERR_CONFIG_SUPPORT', 'SUPPORT_EMAIL'],
    [{ SUPPORT_EMAIL: 'a@b.example?bcc=c@d.example' }, 'ERR_CONFIG_SUPPORT', 'SUPPORT_EMAIL'],
    [{ WALLET_ISSUE: '2026-06-15' }, 'ERR_CONFIG_SUPPORT', 'WALLET_ISSUE'],
    [{ WALLET_ISSUE: '2026-07-15/2026-06-15' }, 'ERR_CONFIG_SUPPORT', 'WALLET_ISSUE'],
    [{ WALLET_ISSUE: '2026-02-30/2026-07-15' }, 'ERR_CONFIG_SUPPORT', 'WALLET_ISSUE'],
  ])('refuses %j', (env, code, variable) => {
    expect(parseConfig(env)).toMatchObject({ code, variable });
  });

  it.each([
    ['sqlite:/srv/popfray.db', '/srv/popfray.db'],
    ['sqlite:///srv/popfray.db', '/srv/popfray.db'],
    ['sqlite:my data/popfray.db', resolve('my data/popfray.db')],
    ['postgres://db.example/popfray', 'postgres://db.example/popfray'],
    ['postgresql://popfray:p%40ss@[::1]:5433/popfray?sslmode=require', null],
    ['postgres:///popfray?host=/run/postgresql', null],
  ])('takes the database %j', (DATABASE_URL, expected) => {
    expect(parseConfig({ DATABASE_URL })).toHaveProperty('database', expected ?? DATABASE_URL);
  });

  it('has the database in DATA_DIR where DATABASE_URL is not set', () => {
    expect(parseConfig({ DATA_DIR: '/srv/data' })).toHaveProperty('database', '/srv/data/popfray.db');
    expect(parseConfig({ DATA_DIR: '/srv/data', DATABASE_URL: '' })).toHaveProperty('database', '/srv/data/popfray.db');
  });

  it.each([
    'postgres',
    'postgres://',
    'postgres://hunter2@host',
    'postgres://hunter2@host/',
    'postgres://u:hunter2@host:99999/popfray',
    'postgres://u:hunter2@host/popfray/more',
    'postgres:hunter2@host/popfray',
    'postgres:/popfray?password=hunter2',
    'POSTGRES://u:hunter2@host/popfray',
    ' postgres://u:hunter2@host/popfray',
    'postgres://u:hunter2@host/popfray\n',
    'postgres://u:hun\tter2@host/popfray',
    // Passwords whose special characters are not written as %xx.
    'postgres://u:hunter2#@host/popfray',
    'postgres://u:12/hunter2@host/popfray',
    'postgres://u:12/hunter2@host',
    'postgres://u:12/hunter2@host:5432',
    'postgres://u:12?hunter2@host/popfray',
    'postgres://host/popfray#hunter2',
    'mysql://u:hunter2@host/popfray',
    'https://u:hunter2@host/popfray',
    'sqlite:',
    'sqlite:popfray.db?mode=hunter2',
    'sqlite:pop\0hunter2',
    '/srv/hunter2/popfray.db',
    'u:hunter2@host/popfray',
  ])('refuses the database %j, and names the variable without repeating its value', (DATABASE_URL) => {
    const error = parseConfig({ DATABASE_URL });
    expect(error).toEqual({
      code: 'ERR_CONFIG_DATABASE',
      variable: 'DATABASE_URL',
      message:
        'DATABASE_URL is not right; it must be postgres://USER:PASSWORD@HOST:PORT/NAME or sqlite:PATH, with special characters of the password as %xx.',
    });
  });

  it.each([
    'redis://cache.example',
    'redis://127.0.0.1:6379/3',
    'redis://[::1]:6379/',
    'rediss://popfray:p%40ss@cache.example:6380/0',
  ])('takes the Redis %j of a cluster', (REDIS_URL) => {
    const env = {
      DATABASE_URL: 'postgres://db.example/popfray',
      CROSS_CHAIN_URL: 'http://127.0.0.1:8789',
      TRON_NODE_URL: 'http://127.0.0.1:8788',
    };
    expect(parseConfig({ ...env, REDIS_URL })).toHaveProperty('redisUrl', REDIS_URL);
    expect(parseConfig({ ...env, REDIS_URL: '' })).toHaveProperty('redisUrl', null);
  });

  it.each(['CROSS_CHAIN_URL', 'TRON_NODE_URL'])('refuses a node of a cluster without %s', (variable) => {
    const env = {
      DATABASE_URL: 'postgres://db.example/popfray',
      REDIS_URL: 'redis://127.0.0.1:6379',
      CROSS_CHAIN_URL: 'http://127.0.0.1:8789',
      TRON_NODE_URL: 'http://127.0.0.1:8788',
    };
    expect(parseConfig({ ...env, [variable]: '' })).toMatchObject({
      variable,
      message: expect.stringContaining('REDIS_URL is set, so this server is one node of a cluster'),
    });
  });

  it.each([
    'redis',
    'redis://',
    'redis:hunter2@host',
    'REDIS://:hunter2@host',
    ' redis://:hunter2@host',
    'redis://:hunter2@host:99999',
    'redis://:hunter2#@host',
    'redis://:12/hunter2@host',
    'redis://:100%hunter2@host',
    'redis://host/hunter2',
    'redis://host?password=hunter2',
    'https://:hunter2@host',
    'hunter2',
  ])('refuses the Redis %j, and names the variable without repeating its value', (REDIS_URL) => {
    expect(parseConfig({ DATABASE_URL: 'postgres://db.example/popfray', REDIS_URL })).toEqual({
      code: 'ERR_CONFIG_REDIS',
      variable: 'REDIS_URL',
      message:
        'REDIS_URL is not right; it must be redis://HOST:PORT, redis://USER:PASSWORD@HOST:PORT/NUMBER or the same with rediss:// for TLS.',
    });
  });

  it.each(['', 'sqlite:/srv/popfray.db'])('refuses a Redis when DATABASE_URL is %j', (DATABASE_URL) => {
    expect(parseConfig({ DATABASE_URL, REDIS_URL: 'redis://:hunter2@host' })).toEqual({
      code: 'ERR_CONFIG_REDIS',
      variable: 'REDIS_URL',
      message:
        'REDIS_URL is set and DATABASE_URL names no PostgreSQL database, which the nodes of a cluster share: set DATABASE_URL, or unset REDIS_URL.',
    });
  });

  it('takes http for loopback in production, which a person tries out on their own machine', () => {
    expect(parseConfig({ ...PRODUCTION, PUBLIC_URL: 'http://localhost:8787' })).toHaveProperty('origins', [
      'http://localhost:8787',
    ]);
  });

  it.each([
    { HOUSE_PRIVATE_KEY: `${KEY}secret` },
    { TRON_API_KEY: 'secret key' },
    { CROSS_CHAIN_KEY: 'secret' },
    { TRANSLATE_API_KEY: 'secret key' },
    { TRON_NODE_URL: 'http://user:secret@node' },
    { HOUSE_PRIVATE_KEY: 'secret', HOUSE_KEY_FILE: '/key' },
  ])('never repeats a key: %#', (env) => {
    expect(JSON.stringify(parseConfig(env))).not.toContain('secret');
  });
});
