import { CALLS, LIMITS, type Call } from '@popfray/protocol';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../start/app.ts';
import { ask, dumpAll, ORIGIN, signIn } from '../testing/client.fixture.ts';
import { createDesk } from '../testing/desk.fixture.ts';

const test = await createDesk();
afterAll(async () => test.stop());
const { app, context, token, log } = test;
const mallory = await test.player('mallory');
const malloryToken = await signIn(context, mallory.address);

const EVERY = Object.entries<Call>(ADMIN_CALLS);
const READING = EVERY.filter(([, { method }]) => method === 'GET');
const WRITING = EVERY.filter(([, { method }]) => method !== 'GET');

/** What leads nowhere, of the right shape. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  search: { text: 'nothing-of-the-kind' },
  exportTable: { table: 'audit' },
};

describe('a call of the desk', () => {
  it.each(EVERY)('%s is refused without a sign-in and to every other player, and both are logged', async (_, call) => {
    const before = JSON.stringify(await dumpAll(context.db));
    for (const [by, code, id] of [
      [undefined, 'ERR_SIGNED_OUT', undefined],
      ['A'.repeat(43), 'ERR_SIGNED_OUT', undefined],
      [malloryToken, 'ERR_ADMIN', mallory.address],
    ] as const) {
      log.length = 0;
      // What is asked does not matter: neither a body nor a query is looked at.
      expect(await ask(app, call, { token: by, body: '{"wrong":', query: { wrong: 'x' } })).toMatchObject({ code });
      const path = call.path.replaceAll(/\{\w+\}/g, 'nothing-here');
      const message = `${call.method} ${path} was refused`;
      expect(log).toContainEqual({ event: 'notice', about: 'admin', ...(id !== undefined && { id }), message });
    }
    expect(JSON.stringify(await dumpAll(context.db)) === before).toBe(true);
  });

  it.each(READING)('%s answers the house, and writes nothing', async (name, call) => {
    if (call.mediaType !== undefined) return;
    const before = JSON.stringify(await dumpAll(context.db));
    const reply = await ask(app, call, { token, query: QUERIES[name] ?? {}, params: { address: test.house } });
    expect([null, 'ERR_ROUND_UNKNOWN', 'ERR_SESSION_UNKNOWN', 'ERR_SHARE_UNKNOWN']).toContain(reply.code);
    expect(JSON.stringify(await dumpAll(context.db)) === before).toBe(true);
  });

  it.each(WRITING)('%s is taken from the game’s own page alone, in its own shape', async (_, call) => {
    for (const headers of [{ Origin: null }, { Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }])
      expect(await ask(app, call, { token, headers })).toMatchObject({ code: 'ERR_ORIGIN' });
    expect(await ask(app, call, { token, body: { isAdmin: true } })).toMatchObject({ code: 'ERR_BODY' });
    expect(await ask(app, call, { token, body: '[' })).toMatchObject({ code: 'ERR_BODY' });
  });

  it.each(EVERY)('%s is no other method’s', async (_, { path }) => {
    const own = EVERY.filter(([, call]) => call.path === path).map(([, { method }]) => method);
    for (const method of ['PUT', 'DELETE'] as const) {
      const init = { method, headers: { Origin: ORIGIN } };
      const { status, headers } = await app.request(path.replaceAll(/\{\w+\}/g, 'some-thing'), init);
      expect(status).toBe(405);
      for (const allowed of own) expect(headers.get('Allow')?.split(', ')).toContain(allowed);
    }
  });

  it('is counted for the operator before it is read; others use none of the operator’s turns up', async () => {
    const strict = createApp({ ...context, settings: { ...context.settings, rateFactor: 1 } });
    for (let made = 0; made < 10 * LIMITS.desk.burst; made++)
      await ask(strict, ADMIN_CALLS.getStats, { token: malloryToken });
    for (let made = 0; made < LIMITS.desk.burst; made++)
      expect((await ask(strict, ADMIN_CALLS.getMutes, { token })).code).toBeNull();
    const late = await ask(strict, ADMIN_CALLS.pausePlay, { token, body: '{"wrong":' });
    expect(late).toMatchObject({ code: 'ERR_RATE', status: 429 });
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('is open to whom `ADMIN_ADDRESSES` names, and each act is logged with the operator’s own address', async () => {
    const olga = await test.player('olga');
    const settings = { ...context.settings, adminAddresses: [olga.address], canHouseSignIn: false };
    const named = createApp({ ...context, settings });
    const by = await signIn(context, olga.address);
    expect((await ask(app, ADMIN_CALLS.getStats, { token: by })).code).toBe('ERR_ADMIN');
    for (const [name, call] of READING) {
      if (call.mediaType !== undefined) continue;
      const reply = await ask(named, call, {
        token: by,
        query: QUERIES[name] ?? {},
        params: { address: olga.address },
      });
      expect([null, 'ERR_ROUND_UNKNOWN', 'ERR_SESSION_UNKNOWN', 'ERR_SHARE_UNKNOWN']).toContain(reply.code);
    }
    const reason = 'A look at the books.';
    const mute = { address: mallory.address, minutes: 1, reason };
    await ask(named, ADMIN_CALLS.pausePlay, { token: by, body: { reason } });
    await ask(named, ADMIN_CALLS.resumePlay, { token: by, body: { reason } });
    await ask(named, ADMIN_CALLS.mutePlayer, { token: by, body: mute });
    const { lines } = (await ask(named, ADMIN_CALLS.getAuditLog, { token: by, query: { limit: 3 } })).value;
    expect(lines.map((line) => [line.act, line.by])).toEqual([
      ['mute', olga.address],
      ['resume', olga.address],
      ['pause', olga.address],
    ]);
    // No other address is an operator there: neither a player nor the house, whose key need not be in any browser.
    for (const other of [malloryToken, token])
      expect((await ask(named, ADMIN_CALLS.getStats, { token: other })).code).toBe('ERR_ADMIN');
    const story = await ask(named, ADMIN_CALLS.getPlayer, { token: by, params: { address: olga.address } });
    expect(story.value.profile).toMatchObject({ isOperator: true, isHouse: false });
  });

  it('after the end of a sign-in is refused like one without a sign-in', async () => {
    const gone = await signIn(context, test.house);
    expect((await ask(app, ADMIN_CALLS.getStats, { token: gone })).code).toBeNull();
    await ask(app, CALLS.signOut, { token: gone });
    expect((await ask(app, ADMIN_CALLS.getStats, { token: gone })).code).toBe('ERR_SIGNED_OUT');
  });
});
