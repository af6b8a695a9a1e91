import { CALLS, type Call, type CallName } from '@popfray/protocol';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { ask, dumpAll, EVERY_CALL, ORIGIN, signIn, type RequestParts } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const context = { ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } };
const app = createApp(context);
const ann = await test.player('ann');
const token = await signIn(context, ann.address);

/** A body of each call whose shape is right. */
const BODIES: Partial<Record<CallName, Record<string, unknown>>> = {
  createChallenge: { address: ann.address },
  signIn: { address: ann.address, nonce: 'f'.repeat(32), signature: '0x' },
  signOut: {},
  renameMe: { username: '' },
  createDeletion: {},
  deleteMe: { nonce: 'f'.repeat(32), signature: '0x' },
  openSoloRound: {},
  finishDaily: { date: '2000-01-01', replay: '' },
  nameDailyGuest: { secret: 'x'.repeat(22), name: '' },
  findPlayerUpgrades: { address: ann.address },
  purchaseUpgrade: { walletAddress: ann.address, upgradeId: 'none', txHash: 'a'.repeat(64) },
  createPayment: { upgradeId: 'none' },
  submitPayment: { transaction: '{}' },
  cancelPayment: {},
  recoverPayment: { txid: 'none' },
  createWithdrawal: { id: 'withdrawal', amountSun: 1 },
  createSession: { sessionName: '', maxPlayers: 4, timeLimit: 300 },
  setReady: { isReady: true },
  postChat: { message: '' },
  reportChat: { sessionId: 'no-session', messageId: 'none' },
  translate: { text: 'x' },
};

const bodyOf = (name: string): Record<string, unknown> => BODIES[name as CallName] ?? {};
const writes = EVERY_CALL.filter(([, { method }]) => method !== 'GET');
const withBody = EVERY_CALL.filter(([, { body }]) => body !== undefined);

/** Each field of each call's body. */
const fields = withBody.flatMap(([name, call]) =>
  Object.keys(bodyOf(name)).map((field): [string, string, Call] => [name, field, call]),
);

/** Amounts of sun that are none. */
const NO_AMOUNTS: readonly unknown[] = [
  0.5,
  1.000_000_1e6,
  -1,
  -10_000_000,
  2 ** 53,
  1e308,
  '10000000',
  '1e7',
  null,
  true,
  [10_000_000],
  { sun: 10_000_000 },
];

let before = '';
beforeEach(async () => {
  before = JSON.stringify(await dumpAll(context.db));
});
afterEach(async () => {
  if (JSON.stringify(await dumpAll(context.db)) !== before) throw new Error('the database is not as it was');
});

describe('a call that changes something', () => {
  it('is every one that has a body, but for the one that the specification asks with POST', () => {
    expect(writes.map(([name]) => name)).toEqual(withBody.map(([name]) => name));
  });

  it.each(writes)('%s is refused unless it says where it comes from, and that is the game', async (name, call) => {
    const wrong: RequestParts['headers'][] = [
      { Origin: null },
      { Origin: 'null' },
      { Origin: 'https://evil.example' },
      { Origin: 'http://localhost.evil.example' },
      { Origin: 'http://localhost:8788' },
      { Origin: 'https://localhost' },
      { Origin: `${ORIGIN}/` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ];
    for (const headers of wrong) {
      const reply = await ask(app, call, { body: bodyOf(name), token, headers: { ...headers } });
      expect([headers, reply.code, reply.status]).toEqual([headers, 'ERR_ORIGIN', 403]);
    }
  });
});

describe('a call', () => {
  it.each(EVERY_CALL)(
    '%s is refused under a foreign name that resolves to this server',
    async (_, { method, path }) => {
      for (const host of [
        'evil.example',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        '10.0.0.1',
        '[2001:db8::1]',
      ]) {
        const response = await app.request(`http://${host}${path}`, { method, headers: { Origin: `http://${host}` } });
        expect(await response.json()).toMatchObject({ error: { code: 'ERR_ORIGIN' } });
      }
    },
  );

  it.each(EVERY_CALL.filter(([, { needsSignIn }]) => needsSignIn))(
    '%s is refused to a visitor who has not signed in',
    async (name, call) => {
      for (const invalid of [undefined, '', 'x', 'A'.repeat(43), `${token}A`, "' OR 1=1 --"])
        expect(await ask(app, call, { body: bodyOf(name), token: invalid })).toMatchObject({
          code: 'ERR_SIGNED_OUT',
          status: 401,
        });
    },
  );

  it.each(withBody)('%s takes JSON and nothing else', async (name, call) => {
    for (const type of [
      null,
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
    ])
      expect(await ask(app, call, { body: bodyOf(name), token, headers: { 'Content-Type': type } })).toMatchObject({
        code: 'ERR_BODY_TYPE',
        status: 415,
      });
  });

  it.each(withBody)('%s accepts no more than 100 kB, with and without Content-Length', async (_, call) => {
    const body = JSON.stringify({ filling: 'x'.repeat(100_000) });
    for (const length of [null, String(body.length)])
      expect(await ask(app, call, { body, token, headers: { 'Content-Length': length } })).toMatchObject({
        code: 'ERR_BODY_LARGE',
        status: 413,
      });
  });

  it.each(withBody)('%s takes one well-formed object', async (_, call) => {
    const bodies = [
      '',
      '{',
      '{"a":1',
      'null',
      '[]',
      '[{}]',
      '"text"',
      '7',
      'NaN',
      '{a:1}',
      "{'a':1}",
      '\u0000',
      '['.repeat(90_000),
    ];
    for (const body of bodies)
      expect([body.slice(0, 20), (await ask(app, call, { body, token })).code]).toEqual([
        body.slice(0, 20),
        'ERR_BODY',
      ]);
  });

  it.each(withBody)('%s takes no field that it does not know', async (name, call) => {
    const known = JSON.stringify(bodyOf(name)).slice(1, -1);
    for (const unknown of ['"isAdmin":true', '"__proto__":{"isAdmin":true}', '"constructor":1', '"":0']) {
      const body = `{${[known, unknown].filter((part) => part !== '').join()}}`;
      expect(await ask(app, call, { body, token })).toMatchObject({
        code: 'ERR_BODY',
        at: expect.stringMatching(/^body/),
      });
    }
  });

  it.each(fields)('%s takes no %s of another type', async (name, field, call) => {
    for (const wrong of [null, true, 7, [], {}, ['T'], { toString: 'T' }, 'x'.repeat(91_000)]) {
      const reply = await ask(app, call, { body: { ...bodyOf(name), [field]: wrong }, token });
      if (wrong === (field === 'amountSun' ? 7 : field === 'isReady')) continue;
      expect([wrong, reply.code, reply.at]).toEqual([wrong, 'ERR_BODY', `body.${field}`]);
    }
  });

  it.each(fields)('%s needs its %s', async (name, field, call) => {
    const { [field]: _, ...rest } = bodyOf(name);
    expect(await ask(app, call, { body: rest, token })).toMatchObject({ code: 'ERR_BODY', at: `body.${field}` });
  });

  it.each(NO_AMOUNTS.map((amount) => [JSON.stringify(amount), amount]))(
    'takes no amount of %s',
    async (_, amountSun) => {
      const reply = await ask(app, CALLS.createWithdrawal, { body: { id: 'withdrawal', amountSun }, token });
      expect(reply).toMatchObject({ code: 'ERR_BODY', at: 'body.amountSun' });
    },
  );

  it.each(['1e999', '-1e999', '1e-7'])('takes no amount written %s', async (amount) => {
    const body = `{"id":"withdrawal","amountSun":${amount}}`;
    expect(await ask(app, CALLS.createWithdrawal, { body, token })).toMatchObject({ code: 'ERR_BODY' });
  });

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', 'all'],
    ['limit', ''],
    ['before', '0'],
    ['before', '-5'],
    ['before', '1e300'],
    ['before', "1' OR '1'='1"],
    ['after', '1'],
  ])('takes no %s of %j in a query', async (name, value) => {
    for (const call of [CALLS.getMyRounds, CALLS.getMyLedger])
      expect(await ask(app, call, { token, query: { [name]: value } })).toMatchObject({
        code: 'ERR_BODY',
        at: `query.${name}`,
      });
  });
});

describe('a path', () => {
  it.each(EVERY_CALL)('of %s tells the methods it answers', async (_, { path }) => {
    const own = EVERY_CALL.filter(([, call]) => call.path === path).map(([, { method }]) => method);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (other) => !own.includes(other as never),
    )) {
      const filled = path.replaceAll(/\{\w+\}/g, 'some-thing');
      const isOther = EVERY_CALL.some(([, call]) => call.method === method && call.path === filled);
      const response = await app.request(filled, { method, headers: { Origin: ORIGIN } });
      if (isOther) continue;
      expect([method, response.status]).toEqual([method, 405]);
      for (const allowed of own) expect(response.headers.get('Allow')?.split(', ')).toContain(allowed);
    }
  });

  it.each(['/api', '/api/me/', '/api/ME', '/api//me', '/api/none', '/api/solo/rounds/a/b', '/api/rounds/'])(
    '%s is none of the API',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const response = await app.request(path, { method, headers: { Origin: ORIGIN } });
        expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'ERR_NOT_FOUND' } }]);
      }
    },
  );

  it.each([
    "x' OR '1'='1",
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '\u0000',
    '💥',
    '%',
    'x'.repeat(1_900),
    '__proto__',
  ])('with %j for an id leads nowhere', async (id) => {
    expect((await ask(app, CALLS.getRound, { params: { id } })).code).toBe('ERR_ROUND_UNKNOWN');
    expect((await ask(app, CALLS.getPayment, { params: { id }, token })).code).toBe('ERR_PAYMENT_UNKNOWN');
    expect((await ask(app, CALLS.getSession, { params: { id } })).code).toBe('ERR_SESSION_UNKNOWN');
    expect((await ask(app, CALLS.joinSession, { params: { id }, token })).code).toBe('ERR_SESSION_UNKNOWN');
    expect((await ask(app, CALLS.getPlayerUpgrades, { params: { address: id } })).code).toBe('ERR_ADDRESS');
    expect((await ask(app, CALLS.getReceipt, { params: { id } })).code).toBe('ERR_SESSION_UNKNOWN');
  });

  it.each(EVERY_CALL.filter(([, { method }]) => method === 'GET'))(
    'of %s answers HEAD as it would GET, without the body',
    async (_, { path }) => {
      const headers = { Cookie: `popfray=${token}` };
      const [got, asked] = await Promise.all(
        ['GET', 'HEAD'].map(async (method) =>
          app.request(path.replaceAll(/\{\w+\}/g, 'some-thing'), { method, headers }),
        ),
      );
      expect([asked?.status, asked?.headers.get('Content-Length')]).toEqual([
        got?.status,
        got?.headers.get('Content-Length'),
      ]);
      expect(await asked?.text()).toBe('');
    },
  );

  it('whose escapes are broken leads nowhere either', async () => {
    const response = await app.request('/api/rounds/%E0%A4%A');
    expect(response.status).toBe(404);
  });
});
