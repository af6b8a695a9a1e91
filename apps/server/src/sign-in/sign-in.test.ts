import { AsyncLocalStorage } from 'node:async_hooks';
import { CALLS, CHALLENGE_MS, type Challenge, type Player } from '@popfray/protocol';
import { Trx } from 'tronweb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchRows } from '../platform/database/raw-query.fixture.ts';
import { createApp } from '../start/app.ts';
import type { Context } from '../platform/context/context.ts';
import { ask, dumpAll, ORIGIN, signIn } from '../testing/client.fixture.ts';
import { createTestContext, type TestWallet } from '../testing/context.fixture.ts';
import { makeChallengeText } from './challenge.ts';
import { endSignIn, findSignIn } from './sign-in.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { clock, wallet } = test;
const context: Context = { ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } };
const { db } = context;
const app = createApp(context);
const ann = wallet('ann');
const bob = wallet('bob');

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

beforeEach(() => {
  clock.nowMs += DAY_MS;
});

/** A signature as TronLink makes it: by tronweb, unmodified. */
const sign = (text: string, { privateKey }: TestWallet): string => Trx.signMessageV2(text, privateKey);

async function challenge(address = ann.address): Promise<Challenge> {
  return (await ask(app, CALLS.createChallenge, { body: { address } })).value;
}

/** Signs in by a wallet. */
async function enter(by = ann, token?: string) {
  const { nonce, text } = await challenge(by.address);
  return ask(app, CALLS.signIn, { body: { address: by.address, nonce, signature: sign(text, by) }, token });
}

/** The token of a Set-Cookie header. */
const tokenOf = (headers: Headers): string => /popfray=([\w-]*)/.exec(headers.get('Set-Cookie') ?? '')?.[1] ?? '';

/** Who a token speaks for, as the API says. */
const whoIs = async (token: string) => ask(app, CALLS.getMe, { token });

const count = async (table: 'sign_ins' | 'challenges', address: string): Promise<number> =>
  (await fetchRows(db, `SELECT * FROM ${table} WHERE address = ?`, address)).length;

describe('a challenge', () => {
  it('is the text of CAIP-122, with this host, address, chain, a nonce of 128 bits and five minutes', async () => {
    const { nonce, text, expiresAt } = await challenge();
    expect(expiresAt).toBe(clock.nowMs + 5 * 60 * SECOND_MS);
    expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(text).toBe(`localhost wants you to sign in with your TRON account:
${ann.address}

Sign in to Popfray. This costs nothing and moves no TRX.

URI: http://localhost
Version: 1
Chain ID: tron:${context.settings.network.chainId}
Nonce: ${nonce}
Issued At: ${new Date(clock.nowMs).toISOString()}
Expiration Time: ${new Date(expiresAt).toISOString()}`);
  });

  it('is another each time', async () => {
    expect((await challenge()).nonce).not.toBe((await challenge()).nonce);
  });

  it('is for the origin in force, whichever of the configured ones that is', async () => {
    const origins = ['https://play.example', 'https://www.play.example:8443'];
    const served = createApp({ ...context, settings: { ...context.settings, origins } });
    for (const origin of origins) {
      const { value } = await ask(served, CALLS.createChallenge, {
        body: { address: ann.address },
        headers: { Origin: origin },
      });
      expect(value.text).toContain(`${new URL(origin).host} wants you`);
      expect(value.text).toContain(`\nURI: ${origin}\n`);
    }
    for (const origin of [ORIGIN, 'http://play.example', 'https://play.example:8443', 'https://evil.example'])
      expect(
        await ask(served, CALLS.createChallenge, { body: { address: ann.address }, headers: { Origin: origin } }),
      ).toMatchObject({ code: 'ERR_ORIGIN' });
  });

  it('is not made for what is no address', async () => {
    const wrong = `${ann.address.slice(0, -1)}${ann.address.endsWith('A') ? 'B' : 'A'}`;
    expect((await ask(app, CALLS.createChallenge, { body: { address: wrong } })).code).toBe('ERR_ADDRESS');
    expect(await count('challenges', wrong)).toBe(0);
  });

  it('is forgotten when it has lapsed', async () => {
    await challenge();
    await challenge();
    clock.nowMs += CHALLENGE_MS;
    await challenge(bob.address);
    expect(await count('challenges', ann.address)).toBe(0);
  });
});

describe('the first sign-in', () => {
  it('makes the profile that the specification says, and says that it is new', async () => {
    const carl = wallet('carl');
    const { value } = await enter(carl);
    const player: Player = {
      address: carl.address,
      username: `TRON_${carl.address.slice(0, 6)}`,
      gamesPlayed: 0,
      totalScore: 0,
      preferredGameMode: 'cross-chain-battle',
      chosenGameMode: null,
      statistics: {
        'cross-chain-battle': { games: 0, points: 0 },
        'trx-classic': { games: 0, points: 0 },
        'free-play': { games: 0, points: 0 },
      },
      createdAt: clock.nowMs,
      lastConnected: clock.nowMs,
      balanceSun: 0,
      heldSun: 0,
      isOperator: false,
      prizesTo: 'wallet',
    };
    expect(value).toEqual({ player, isNew: true });
  });

  it('is only the first: the next one finds the profile', async () => {
    const first = await enter(wallet('dora'));
    clock.nowMs += SECOND_MS;
    const again = await enter(wallet('dora'));
    expect(again.value).toEqual({ player: { ...first.value.player, lastConnected: clock.nowMs }, isNew: false });
  });

  it('says whether the player is an operator: the house, and whom `ADMIN_ADDRESSES` names', async () => {
    const ops = wallet('ops');
    const named = createApp({ ...context, settings: { ...context.settings, adminAddresses: [ops.address] } });
    expect((await enter(context.house)).value.player.isOperator).toBe(true);
    expect((await enter(ops)).value.player.isOperator).toBe(false);
    const { headers } = await enter(ops);
    const isOperatorNow = async (of: typeof app, token: string) =>
      (await ask(of, CALLS.getMe, { token })).value.isOperator;
    expect(await isOperatorNow(named, tokenOf(headers))).toBe(true);
    expect(await isOperatorNow(named, tokenOf((await enter()).headers))).toBe(false);
  });

  it('is refused to the house where its key is to be in no browser, even for a challenge from before', async () => {
    const { house } = context;
    const { nonce, text } = (await ask(app, CALLS.createChallenge, { body: { address: house.address } })).value;
    const barred = createApp({ ...context, settings: { ...context.settings, canHouseSignIn: false } });
    const body = { address: house.address, nonce, signature: sign(text, house) };
    expect(await ask(barred, CALLS.createChallenge, { body: { address: house.address } })).toMatchObject({
      code: 'ERR_HOUSE_SIGN_IN',
      status: 403,
    });
    expect(await ask(barred, CALLS.signIn, { body })).toMatchObject({ code: 'ERR_HOUSE_SIGN_IN' });
    expect((await ask(barred, CALLS.createChallenge, { body: { address: ann.address } })).code).toBeNull();
  });
});

describe('a sign-in', () => {
  it('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const { headers } = await enter();
    expect(headers.get('Set-Cookie')).toMatch(
      /^popfray=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await whoIs(tokenOf(headers))).value.address).toBe(ann.address);
  });

  it('over https sets one for this host alone', async () => {
    const origins = ['https://play.example'];
    const served = createApp({ ...context, settings: { ...context.settings, origins } });
    const headers = { Origin: 'https://play.example' };
    const { value } = await ask(served, CALLS.createChallenge, { body: { address: ann.address }, headers });
    const body = { address: ann.address, nonce: value.nonce, signature: sign(value.text, ann) };
    const cookie = (await ask(served, CALLS.signIn, { body, headers })).headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(/^__Host-popfray=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    const token = tokenOf(new Headers({ 'Set-Cookie': cookie }));
    const get = async (name: string) =>
      (await served.request('/api/me', { headers: { Cookie: `${name}=${token}` } })).status;
    expect(await get('__Host-popfray')).toBe(200);
    expect(await get('popfray')).toBe(401);
  });

  it('keeps no token, only its hash', async () => {
    const token = tokenOf((await enter()).headers);
    expect(JSON.stringify(await dumpAll(db))).not.toContain(token);
  });

  it('ends the one that the browser had, so that a switched wallet does not act for another player', async () => {
    const before = tokenOf((await enter(ann)).headers);
    const after = tokenOf((await enter(bob, before)).headers);
    expect((await whoIs(before)).code).toBe('ERR_SIGNED_OUT');
    expect((await whoIs(after)).value.address).toBe(bob.address);
  });

  it('ends it too when its token was being exchanged: the token of a late answer is not valid', async () => {
    const before = tokenOf((await enter(ann)).headers);
    clock.nowMs += DAY_MS;
    const late = tokenOf((await whoIs(before)).headers);
    const after = tokenOf((await enter(bob, before)).headers);
    expect((await whoIs(late)).code).toBe('ERR_SIGNED_OUT');
    expect((await whoIs(after)).value.address).toBe(bob.address);
  });

  it('is exchanged once, however many requests bring its token at once', async () => {
    const carol = wallet('carol');
    const token = tokenOf((await enter(carol)).headers);
    clock.nowMs += DAY_MS;
    const replies = await Promise.all(Array.from({ length: 5 }, async () => whoIs(token)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(replies.filter(({ headers }) => tokenOf(headers) !== '')).toHaveLength(1);
    expect(await count('sign_ins', carol.address)).toBe(2);
  });

  it('does not come back by an exchange of its token while it is ended', async () => {
    const dave = wallet('dave');
    const token = tokenOf((await enter(dave)).headers);
    clock.nowMs += DAY_MS;
    const renewing = findSignIn(context, token);
    await Promise.all([renewing, endSignIn(db, token)]);
    expect(await count('sign_ins', dave.address)).toBe(0);
  });

  it('does not come back when it is ended while the exchange is not committed', async () => {
    const erin = wallet('erin');
    const token = tokenOf((await enter(erin)).headers);
    clock.nowMs += DAY_MS;
    const outside = AsyncLocalStorage.snapshot();
    let ending = Promise.resolve();
    await db.inTransaction(async () => {
      await findSignIn(context, token);
      ending = outside(async () => endSignIn(db, token));
      // PostgreSQL runs both at once, so that this query gives the other one time to begin.
      await count('sign_ins', erin.address);
    });
    await ending;
    expect(await count('sign_ins', erin.address)).toBe(0);
  });

  it('may be one of ten; the oldest ends', async () => {
    const tokens: string[] = [];
    for (let device = 0; device < 12; device++) {
      clock.nowMs += SECOND_MS;
      tokens.push(tokenOf((await enter()).headers));
    }
    const known = await Promise.all(tokens.map(async (token) => (await whoIs(token)).status));
    expect(known).toEqual([401, 401, ...Array.from({ length: 10 }, () => 200)]);
  });
});

describe('a sign-in is refused, and nothing but its challenge is used up,', () => {
  /** Everything but the challenges. */
  const rest = async () => ({ ...(await dumpAll(db)), challenges: [] });

  /** Answers a challenge of Ann's in some way. */
  async function answerWith(change: (made: Challenge) => { nonce?: string; address?: string; signature?: string }) {
    const made = await challenge();
    const before = await rest();
    const body = { address: ann.address, nonce: made.nonce, signature: sign(made.text, ann), ...change(made) };
    const reply = await ask(app, CALLS.signIn, { body });
    expect(await rest()).toEqual(before);
    expect(reply.headers.get('Set-Cookie')).toBeNull();
    return { made, reply };
  }

  /** A text like a challenge's, with something else in it. */
  const otherText = (
    { nonce, expiresAt }: Challenge,
    change: Partial<Parameters<typeof makeChallengeText>[0]>,
  ): string =>
    makeChallengeText({
      address: ann.address,
      origin: ORIGIN,
      chainId: context.settings.network.chainId,
      nonce,
      issuedAtMs: expiresAt - CHALLENGE_MS,
      purpose: 'sign-in',
      ...change,
    });

  it('when another wallet signed', async () => {
    const { reply } = await answerWith(({ text }) => ({ signature: sign(text, bob) }));
    expect(reply).toMatchObject({ code: 'ERR_SIGNATURE', status: 401 });
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another address', { address: bob.address }],
    ['another chain', { chainId: '0x2b6653dc' }],
    ['another nonce', { nonce: '0'.repeat(32) }],
    ['another time', { issuedAtMs: 0 }],
    ['the end of the profile', { purpose: 'deletion' as const }],
  ])('when the text signed is for %s', async (_, change) => {
    const { reply } = await answerWith((made) => ({ signature: sign(otherText(made, change), ann) }));
    expect(reply.code).toBe('ERR_SIGNATURE');
  });

  it('and the same text, made by hand, is the one that passes', async () => {
    const made = await challenge();
    const body = { address: ann.address, nonce: made.nonce, signature: sign(otherText(made, {}), ann) };
    expect((await ask(app, CALLS.signIn, { body })).status).toBe(200);
  });

  it.each([
    ['nothing', ''],
    ['64 bytes', `0x${'1'.repeat(128)}`],
    ['66 bytes', `0x${'1'.repeat(132)}`],
    ['no hex', 'z'.repeat(130)],
    ['zeros', `0x${'0'.repeat(130)}`],
    ['all ones', `0x${'f'.repeat(130)}`],
  ])('when the signature is %s', async (_, signature) => {
    expect((await answerWith(() => ({ signature }))).reply.code).toBe('ERR_SIGNATURE');
  });

  it('when the nonce is unknown', async () => {
    expect((await answerWith(() => ({ nonce: '0'.repeat(32) }))).reply.code).toBe('ERR_CHALLENGE');
    expect((await answerWith(() => ({ nonce: "' OR 1=1 --" }))).reply.code).toBe('ERR_CHALLENGE');
  });

  it("when the challenge is another's", async () => {
    const { reply } = await answerWith(({ text }) => ({ address: bob.address, signature: sign(text, bob) }));
    expect(reply.code).toBe('ERR_CHALLENGE');
  });

  it('a second time by the same challenge, however right', async () => {
    const { made, reply } = await answerWith(({ text }) => ({ signature: sign(text, bob) }));
    expect(reply.code).toBe('ERR_SIGNATURE');
    const body = { address: ann.address, nonce: made.nonce, signature: sign(made.text, ann) };
    expect((await ask(app, CALLS.signIn, { body })).code).toBe('ERR_CHALLENGE');

    const right = await challenge();
    const answer = { address: ann.address, nonce: right.nonce, signature: sign(right.text, ann) };
    expect((await ask(app, CALLS.signIn, { body: answer })).status).toBe(200);
    expect((await ask(app, CALLS.signIn, { body: answer })).code).toBe('ERR_CHALLENGE');
  });

  it('of two answers at once, one', async () => {
    const { nonce, text } = await challenge();
    const body = { address: ann.address, nonce, signature: sign(text, ann) };
    const replies = await Promise.all([ask(app, CALLS.signIn, { body }), ask(app, CALLS.signIn, { body })]);
    expect(replies.map(({ code }) => String(code)).toSorted()).toEqual(['ERR_CHALLENGE', 'null']);
  });

  it('after five minutes, to the ms', async () => {
    const { nonce, text, expiresAt } = await challenge();
    const { nonce: late, text: lateText } = await challenge();
    clock.nowMs = expiresAt - 1;
    const inTime = { address: ann.address, nonce, signature: sign(text, ann) };
    expect((await ask(app, CALLS.signIn, { body: inTime })).status).toBe(200);
    clock.nowMs = expiresAt;
    const tooLate = { address: ann.address, nonce: late, signature: sign(lateText, ann) };
    expect((await ask(app, CALLS.signIn, { body: tooLate })).code).toBe('ERR_CHALLENGE');
  });

  it('on another origin of ours than the challenge was for', async () => {
    const origins = ['http://localhost', 'http://127.0.0.1'];
    const served = createApp({ ...context, settings: { ...context.settings, origins } });
    const { nonce, text } = await challenge();
    const body = { address: ann.address, nonce, signature: sign(text, ann) };
    const reply = await ask(served, CALLS.signIn, { body, headers: { Origin: 'http://127.0.0.1' } });
    expect(reply.code).toBe('ERR_CHALLENGE');
  });
});

describe('a cookie', () => {
  it('lasts seven days unused', async () => {
    const token = tokenOf((await enter()).headers);
    clock.nowMs += 7 * DAY_MS - 1;
    const last = await whoIs(token);
    expect(last.status).toBe(200);
    const unused = tokenOf((await enter(bob)).headers);
    clock.nowMs += 7 * DAY_MS;
    expect((await whoIs(unused)).code).toBe('ERR_SIGNED_OUT');
  });

  it('is exchanged after a day, and the old one counts for a minute more', async () => {
    const token = tokenOf((await enter()).headers);
    clock.nowMs += DAY_MS - 1;
    expect((await whoIs(token)).headers.get('Set-Cookie')).toBeNull();
    clock.nowMs += 1;
    const replies = await Promise.all([whoIs(token), whoIs(token), whoIs(token)]);
    const given = replies.map(({ headers }) => tokenOf(headers));
    expect(given.filter((next) => next !== '')).toHaveLength(1);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const next = given.find((one) => one !== '') ?? '';
    clock.nowMs += 60 * SECOND_MS;
    expect((await whoIs(token)).code).toBe('ERR_SIGNED_OUT');
    expect((await whoIs(next)).value.address).toBe(ann.address);
  });

  it('used every day ends after thirty', async () => {
    let token = tokenOf((await enter()).headers);
    const untilMs = clock.nowMs + 30 * DAY_MS;
    for (let day = 1; day < 30; day++) {
      clock.nowMs += DAY_MS;
      const reply = await whoIs(token);
      expect(reply.status).toBe(200);
      token = tokenOf(reply.headers) || token;
    }
    clock.nowMs = untilMs - 1;
    token = tokenOf((await whoIs(token)).headers) || token;
    clock.nowMs = untilMs;
    expect((await whoIs(token)).code).toBe('ERR_SIGNED_OUT');
  });

  it('that has ended is swept away by the next sign-in of anybody', async () => {
    await signIn(context, ann.address);
    clock.nowMs += 31 * DAY_MS;
    await enter(bob);
    expect(await count('sign_ins', ann.address)).toBe(0);
  });
});

describe('signing out', () => {
  it('ends this sign-in and no other, and takes the cookie away', async () => {
    const here = tokenOf((await enter()).headers);
    clock.nowMs += SECOND_MS;
    const elsewhere = tokenOf((await enter()).headers);
    const reply = await ask(app, CALLS.signOut, { token: here });
    expect(reply.headers.get('Set-Cookie')).toMatch(/^popfray=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await whoIs(here)).code).toBe('ERR_SIGNED_OUT');
    expect((await whoIs(elsewhere)).status).toBe(200);
  });

  it('ends the one that its token was exchanged for, whose answer may come in after all', async () => {
    const old = tokenOf((await enter()).headers);
    clock.nowMs += DAY_MS;
    const next = tokenOf((await whoIs(old)).headers);
    await ask(app, CALLS.signOut, { token: old });
    expect((await whoIs(next)).code).toBe('ERR_SIGNED_OUT');
    expect((await whoIs(old)).code).toBe('ERR_SIGNED_OUT');
  });

  it('does nothing without a sign-in', async () => {
    const before = await dumpAll(db);
    expect((await ask(app, CALLS.signOut)).value).toEqual({});
    expect((await ask(app, CALLS.signOut, { token: 'x'.repeat(43) })).value).toEqual({});
    expect(await dumpAll(db)).toEqual(before);
  });
});

describe('too many tries', () => {
  const limited = createApp(test.context);

  it('to sign in are refused, with the time to wait', async () => {
    const codes: unknown[] = [];
    for (let number = 0; number < 21; number++)
      codes.push((await ask(limited, CALLS.createChallenge, { body: { address: ann.address } })).code);
    expect(codes).toEqual([...Array.from({ length: 20 }, () => null), 'ERR_RATE']);
    const refused = await ask(limited, CALLS.signIn, { body: { address: ann.address, nonce: '', signature: '' } });
    expect(refused).toMatchObject({ code: 'ERR_RATE', status: 429 });
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBe(3);
    expect((await ask(limited, CALLS.createChallenge, { body: { address: bob.address } })).status).toBe(200);
    clock.nowMs += seconds * SECOND_MS;
    expect((await ask(limited, CALLS.createChallenge, { body: { address: ann.address } })).status).toBe(200);
  });

  it('from one network are refused for every address; another network is not affected', async () => {
    const fresh = createApp(test.context);
    const from = async (remoteAddress: string, address: string) => {
      const headers = { Origin: ORIGIN, 'Content-Type': 'application/json' };
      const request = { method: 'POST', headers, body: JSON.stringify({ address }) };
      return (await fresh.request('/api/sign-in/challenge', request, { incoming: { socket: { remoteAddress } } }))
        .status;
    };
    const statuses: number[] = [];
    for (let number = 0; number < 101; number++)
      statuses.push(await from('203.0.113.7', wallet(`wallet ${number}`).address));
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.at(-1)).toBe(429);
    expect(await from('203.0.113.8', wallet('wallet 0').address)).toBe(200);
  });
});
