import { execute, fetchRows, fetchValue, fetchValues } from '../platform/database/raw-query.fixture.ts';
import { allowWrites, failWrites } from '../platform/database/write-fault.fixture.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { CALLS, type Challenge, NEW_ACCOUNT_FEE_SUN } from '@popfray/protocol';
import { Trx } from 'tronweb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../start/app.ts';
import { judgeMessage } from '../chat/verdict.ts';
import type { Context } from '../platform/context/context.ts';
import { auditLedger } from '../ledger/audit.ts';
import { Tally } from '../statistics/tally.ts';
import { ask, dumpAll, ORIGIN, signIn } from '../testing/client.fixture.ts';
import { createTestContext, START_MS, type TestWallet } from '../testing/context.fixture.ts';
import { credit, intend, settleAll } from '../testing/money.fixture.ts';
import { gather, join } from '../testing/session.fixture.ts';
import { keepTranslation } from '../translation/cache.ts';
import { isDeleted } from '../players/player.ts';
import { deleteProfile } from './deletion.ts';
import { fight, writeDaily, writeRound, writeSeason } from './records.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { clock } = test;
const context: Context = { ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } };
const { db } = context;
const app = createApp(context);
const TRX = 1_000_000;
const DAY_MS = 86_400_000;

let players = 0;
let ann: TestWallet;
let token: string;
/** Every test has a separate player and a separate day. */
beforeEach(async () => {
  clock.nowMs = START_MS + ++players * DAY_MS;
  ann = await test.player(`ann ${players}`, 100 * TRX);
  token = await signIn(context, ann.address);
});

const sign = (text: string, { privateKey }: TestWallet): string => Trx.signMessageV2(text, privateKey);
const challenge = async (by = token): Promise<Challenge> =>
  (await ask(app, CALLS.createDeletion, { token: by, body: {} })).value;
const answer = async ({ nonce, text }: Challenge, wallet = ann, by = token) =>
  ask(app, CALLS.deleteMe, { token: by, body: { nonce, signature: sign(text, wallet) } });
const deletion = async () => (await ask(app, CALLS.getMyDeletion, { token })).value;
const me = async (by = token) => ask(app, CALLS.getMe, { token: by });

/** Everything but the challenges, which are answered once, rightly or wrongly. */
async function rest(): Promise<string> {
  const { challenges: _, ...tables } = await dumpAll(db);
  return JSON.stringify(tables);
}

/** Signs in with the wallet as a person does. */
async function enter(wallet = ann) {
  const { nonce, text } = (await ask(app, CALLS.createChallenge, { body: { address: wallet.address } })).value;
  const reply = await ask(app, CALLS.signIn, {
    body: { address: wallet.address, nonce, signature: sign(text, wallet) },
  });
  return { ...reply.value, token: /popfray=([\w-]*)/.exec(reply.headers.get('Set-Cookie') ?? '')?.[1] ?? '' };
}

describe('a deletion', () => {
  it('is signed for in a text that says so, with this host, address and chain', async () => {
    const { text, expiresAt } = await challenge();
    expect(expiresAt).toBe(clock.nowMs + 300_000);
    expect(text).toContain(`localhost wants you to delete the profile of your TRON account:\n${ann.address}\n`);
    expect(text).toContain('Delete my Popfray profile. This cannot be undone.');
    expect(text).toContain(`URI: ${ORIGIN}\n`);
  });

  it('takes the name, the figures, the messages and every sign-in, and leaves the books and the receipts', async () => {
    const bob = await test.player(`bob ${players}`);
    await ask(app, CALLS.renameMe, { token, body: { username: 'Annabel' } });
    const sessionId = await fight(test, ann, bob);
    const roundId = await writeRound(test, ann.address, { earned_sun: 0, credited_sun: 0 });
    await writeDaily(test, ann.address);
    await writeSeason(test, ann.address, sessionId);
    await credit(test, ann, TRX);
    for (const message of ['hello there', 'another one'])
      await ask(app, CALLS.postChat, { token, params: { id: sessionId }, body: { message } });
    const kept = { target: 'zh', detected: 'en', translated: '各位好', provider: 'p', used_at: clock.nowMs };
    await keepTranslation(db, 'hello there', kept);
    await keepTranslation(db, 'words of another player', { ...kept, translated: '别人的话' });
    const phone = await signIn(context, ann.address);
    const ledger = JSON.stringify(await fetchRows(db, 'SELECT * FROM entries'));

    expect(await deletion()).toEqual({ hindrances: [], balanceSun: TRX, messages: 2, reportedMessages: 0 });
    const reply = await answer(await challenge());
    expect(reply.value).toEqual({});
    expect(reply.headers.get('Set-Cookie')).toContain('popfray=; Max-Age=0');
    for (const ended of [token, phone]) expect((await me(ended)).code).toBe('ERR_SIGNED_OUT');

    const short = `${ann.address.slice(0, 6)}…${ann.address.slice(-4)}`;
    const { value: receipt } = await ask(app, CALLS.getReceipt, { params: { id: sessionId } });
    expect(receipt.players.map(({ username, walletAddress }) => [username, walletAddress])).toEqual([
      [short, ann.address],
      [`TRON_${bob.address.slice(0, 6)}`, bob.address],
    ]);
    expect(receipt.sessionName).toBe(short);
    const { value: round } = await ask(app, CALLS.getRound, { params: { id: roundId } });
    expect([round.username, round.score]).toEqual([short, 100]);
    const { value: chat } = await ask(app, CALLS.getChat, { params: { id: sessionId } });
    expect(chat.filter(({ messageType }) => messageType === 'text')).toEqual([]);
    expect(JSON.stringify(await fetchRows(db, 'SELECT * FROM entries'))).toBe(ledger);
    expect((await auditLedger(db)).differences).toEqual([]);
    const everything = JSON.stringify(await dumpAll(db));
    for (const gone of ['Annabel', 'hello there', 'another one', '各位好']) expect(everything).not.toContain(gone);
    expect(everything).toContain('别人的话');
    expect(await fetchRows(db, 'SELECT 1 FROM daily_results WHERE entrant = ?', ann.address)).toEqual([]);
    for (const table of ['ratings', 'play_days'])
      expect(await fetchRows(db, `SELECT 1 FROM ${table} WHERE address = ?`, ann.address)).toEqual([]);
    expect(await fetchRows(db, 'SELECT 1 FROM rating_changes WHERE address = ?', ann.address)).toHaveLength(1);
    const { value: leaders } = await ask(app, CALLS.getLeaderboard);
    expect(leaders.map(({ walletAddress }) => walletAddress)).not.toContain(ann.address);
    const { value: freeLeaders } = await ask(app, CALLS.getLeaderboard, { query: { battles: 'free' } });
    expect(freeLeaders.map(({ walletAddress }) => walletAddress)).not.toContain(ann.address);
    // It is still absent after a restart, which reads all rows again.
    const { ranking, freeRanking } = await new Tally(db).catchUp(clock.nowMs);
    expect([ranking.rankOf(ann.address), freeRanking.rankOf(ann.address)]).toEqual([null, null]);

    // The same wallet starts a new profile with its old balance.
    const again = await enter();
    expect(again).toMatchObject({
      isNew: true,
      player: {
        username: `TRON_${ann.address.slice(0, 6)}`,
        gamesPlayed: 0,
        totalScore: 0,
        balanceSun: TRX,
        createdAt: clock.nowMs,
      },
    });
    const { value: series } = await ask(app, CALLS.getMySeries, { token: again.token });
    expect(series.days.reduce((sum, { games }) => sum + games, 0)).toBe(series.days.at(-1)?.games);
    expect((await ask(app, CALLS.getMyStanding, { token: again.token })).value).toMatchObject({ gamesPlayed: 0 });
    expect((await enter()).isNew).toBe(false);
  });

  it('does not renew what the address has used up: the cap of the day', async () => {
    await writeRound(test, ann.address, { earned_sun: 60 * TRX, credited_sun: 60 * TRX });
    await answer(await challenge());
    const { token: back } = await enter();
    expect((await ask(app, CALLS.getSoloTerms, { token: back })).value.earnedTodaySun).toBe(60 * TRX);
  });

  it('leaves a reported message until the operator has decided, without the name', async () => {
    const bob = await test.player(`bob ${players}`);
    const bobToken = await signIn(context, bob.address);
    await ask(app, CALLS.renameMe, { token, body: { username: 'Rudeboy' } });
    const sessionId = await fight(test, ann, bob);
    for (const message of ['fine words', 'foul words']) {
      const params = { id: sessionId };
      const { value } = await ask(app, CALLS.postChat, { token, params, body: { message } });
      if (message === 'foul words')
        await ask(app, CALLS.reportChat, {
          token: bobToken,
          body: { sessionId, messageId: value.message.id, reason: 'rude' },
        });
    }
    expect(await deletion()).toMatchObject({ messages: 1, reportedMessages: 1 });
    await answer(await challenge());
    const { value: chat } = await ask(app, CALLS.getChat, { params: { id: sessionId } });
    expect(chat.filter(({ messageType }) => messageType === 'text').map(({ message }) => message)).toEqual([
      'foul words',
    ]);
    expect(JSON.stringify(await dumpAll(db))).not.toContain('Rudeboy');
  });

  it('leaves its player’s complaints to the operator, without the address, each under a separate name', async () => {
    const [bob, eve] = [await test.player(`bob ${players}`), await test.player(`eve ${players}`)];
    const bobToken = await signIn(context, bob.address);
    const sessionId = await fight(test, ann, bob);
    const ids: string[] = [];
    for (const message of ['foul words', 'fouler words']) {
      const { value } = await ask(app, CALLS.postChat, {
        token: bobToken,
        params: { id: sessionId },
        body: { message },
      });
      const messageId = value.message.id;
      ids.push(messageId);
      for (const [by, reason] of [
        [token, 'Ann minds.'],
        [await signIn(context, eve.address), 'Eve minds.'],
      ] as const)
        await ask(app, CALLS.reportChat, { token: by, body: { sessionId, messageId, reason } });
    }
    const { value: own } = await ask(app, CALLS.exportMe, { token });
    expect(own.reports.map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted());

    await answer(await challenge());
    const rows = await fetchRows<{ reporter: string; reason: string }>(
      db,
      'SELECT reporter, reason FROM chat_reports WHERE message_id IN (?, ?) ORDER BY reason',
      ids[0] ?? '',
      ids[1] ?? '',
    );
    expect(rows.map(({ reason }) => reason)).toEqual(['Ann minds.', 'Ann minds.', 'Eve minds.', 'Eve minds.']);
    const [first = '', second = '', ...eves] = rows.map(({ reporter }) => reporter);
    for (const reporter of [first, second]) expect(reporter).toMatch(/^deleted:[0-9a-f]{32}$/);
    expect(first).not.toBe(second);
    expect(eves).toEqual([eve.address, eve.address]);
    // A new profile of the same wallet does not get them back.
    const { value: afterwards } = await ask(app, CALLS.exportMe, { token: (await enter()).token });
    expect(afterwards.reports).toEqual([]);
  });

  it('leaves the address in those tables alone that docs/decisions/0038 names', async () => {
    const bob = await test.player(`bob ${players}`);
    const sessionId = await fight(test, ann, bob);
    const { value } = await ask(app, CALLS.postChat, {
      token: await signIn(context, bob.address),
      params: { id: sessionId },
      body: { message: 'foul words' },
    });
    await ask(app, CALLS.postChat, { token, params: { id: sessionId }, body: { message: 'hello' } });
    await ask(app, CALLS.reportChat, { token, body: { sessionId, messageId: value.message.id, reason: 'rude' } });
    await writeRound(test, ann.address, { earned_sun: 0, credited_sun: 0 });
    await writeDaily(test, ann.address);
    await credit(test, ann, TRX);
    await answer(await challenge());
    const tables = Object.entries(await dumpAll(db)).filter(([, rows]) => JSON.stringify(rows).includes(ann.address));
    expect(tables.map(([name]) => name).toSorted()).toEqual([
      'accounts',
      'entries',
      'players',
      'results',
      'rounds',
      'seats',
      'sessions',
      'tickets',
    ]);
  });

  it('leaves a message that was reported again after a dismissal, and a hidden one until the other chain has removed it', async () => {
    const bob = await test.player(`bob ${players}`);
    const sessionId = await fight(test, ann, bob);
    const say = async (message: string) =>
      (await ask(app, CALLS.postChat, { token, params: { id: sessionId }, body: { message } })).value.message.id;
    const report = async (messageId: string, by: TestWallet) =>
      ask(app, CALLS.reportChat, {
        token: await signIn(context, by.address),
        body: { sessionId, messageId, reason: 'rude' },
      });
    const [dismissed, reported, hidden] = [await say('mild words'), await say('foul words'), await say('fouler words')];
    await report(dismissed, bob);
    await report(reported, bob);
    const verdict = { reason: 'x', by: test.context.house.address };
    for (const messageId of [dismissed, reported])
      await judgeMessage(context, { ...verdict, messageId, outcome: 'dismissed' });
    await judgeMessage(context, { ...verdict, messageId: hidden, outcome: 'hidden' });
    clock.nowMs += 1;
    await report(reported, await test.player(`eve ${players}`));
    expect(await deletion()).toMatchObject({ messages: 1, reportedMessages: 2 });
    await answer(await challenge());
    const left = await fetchValues<string>(
      db,
      'SELECT id FROM chat_messages WHERE user_id = ? ORDER BY created_at, id',
      ann.address,
    );
    expect(left.toSorted()).toEqual([reported, hidden].toSorted());
  });
});

describe('a profile is not deleted', () => {
  /** Asks for the deletion, and for a challenge; then hands in one that was given while the way was free. */
  async function isHindered(early: Challenge, hindrance: string): Promise<void> {
    expect((await deletion()).hindrances).toContain(hindrance);
    const before = await rest();
    expect(await ask(app, CALLS.createDeletion, { token, body: {} })).toMatchObject({
      code: 'ERR_DELETION',
      status: 409,
    });
    expect((await answer(early)).code).toBe('ERR_DELETION');
    expect(await rest()).toBe(before);
    expect((await me()).value.address).toBe(ann.address);
  }

  it('with a balance that can be withdrawn; nor while the withdrawal is on its way; but after it', async () => {
    const early = await challenge();
    // What a wallet that the chain has never seen could not have, is no hindrance.
    await credit(test, ann, NEW_ACCOUNT_FEE_SUN);
    expect((await deletion()).hindrances).toEqual([]);
    await credit(test, ann, 12 * TRX - NEW_ACCOUNT_FEE_SUN);
    await isHindered(early, 'balance');
    await ask(app, CALLS.createWithdrawal, { token, body: { id: `out-${players}-0001`, amountSun: 12 * TRX } });
    await isHindered(early, 'payout');
    await settleAll(test);
    expect((await deletion()).hindrances).toEqual([]);
    // The refusal did not use the challenge up: the wallet is not asked again.
    expect((await answer(early)).code).toBeNull();
    const differences = (await auditLedger(db)).differences.filter(({ message }) => message.includes(ann.address));
    expect(differences).toEqual([]);
  });

  it('with a payment that is open', async () => {
    const early = await challenge();
    await intend(test, ann, 'trx-boost');
    await isHindered(early, 'payment');
  });

  it('while a solo round is played', async () => {
    const early = await challenge();
    const { value: seat } = await ask(app, CALLS.openSoloRound, { token, body: {} });
    await isHindered(early, 'session');
    await db
      .updateTable('sessions')
      .set({ status: 'cancelled', ended_at: clock.nowMs })
      .where('id', '=', seat.id)
      .execute();
    expect((await answer(early)).code).toBeNull();
  });

  it('when a balance comes between the look at what is in its way and the deletion', async () => {
    const made = await challenge();
    const { chain } = context;
    const outside = AsyncLocalStorage.snapshot();
    let credited = Promise.resolve(false);
    /** Begins a transaction of another request while the signature is checked. Resolves with whether the profile was deleted before it. */
    const recoverSigner: typeof chain.recoverSigner = (text, signature) => {
      credited = outside(async () =>
        db.inTransaction(async () => {
          await credit(test, ann, 12 * TRX);
          return isDeleted(db, ann.address);
        }),
      );
      return chain.recoverSigner(text, signature);
    };
    const signed = { address: ann.address, nonce: made.nonce, signature: sign(made.text, ann) };
    const deleted = await deleteProfile({ ...context, chain: { ...chain, recoverSigner } }, signed, ORIGIN);
    expect(deleted.ok).toBe(await credited);
  });

  it('with a seat in a session that is not over, be it waiting or at play', async () => {
    const bob = await test.player(`bob ${players}`);
    const early = await challenge();
    const sessionId = await gather(test, bob);
    await join(test, ann, sessionId);
    await isHindered(early, 'session');
    await execute(db, "UPDATE sessions SET status = 'playing', starts_at = created_at WHERE id = ?", sessionId);
    await isHindered(early, 'session');
  });

  it.each([
    ['another wallet signed', async () => answer(await challenge(), await test.player('eve'))],
    [
      'the signature was given for signing in',
      async () => {
        const { value } = await ask(app, CALLS.createChallenge, { body: { address: ann.address } });
        return answer(value);
      },
    ],
    [
      'the challenge was another player’s',
      async () => {
        const eve = await test.player('eve');
        return answer(await challenge(await signIn(context, eve.address)), eve);
      },
    ],
    [
      'five minutes have gone by',
      async () => {
        const made = await challenge();
        clock.nowMs += 300_000;
        return answer(made);
      },
    ],
    [
      'it was answered before, wrongly',
      async () => {
        const made = await challenge();
        await answer(made, await test.player('eve'));
        return answer(made);
      },
    ],
  ])('when %s', async (_, attempt) => {
    const reply = await attempt();
    expect(['ERR_CHALLENGE', 'ERR_SIGNATURE']).toContain(reply.code);
    expect((await me()).value.address).toBe(ann.address);
    expect(await fetchValue(db, 'SELECT deleted_at FROM players WHERE address = ?', ann.address)).toBeNull();
  });

  it('by a signature that deleted it before, after its player has started a new profile', async () => {
    const [made, spare] = [await challenge(), await challenge()];
    expect((await answer(made)).code).toBeNull();
    expect((await answer(made)).code).toBe('ERR_SIGNED_OUT');
    const { token: back } = await enter();
    for (const old of [made, spare]) expect((await answer(old, ann, back)).code).toBe('ERR_CHALLENGE');
    expect((await me(back)).value.address).toBe(ann.address);
  });

  it('nor anybody signed in, by a signature for a deletion', async () => {
    const { nonce, text } = await challenge();
    const body = { address: ann.address, nonce, signature: sign(text, ann) };
    expect((await ask(app, CALLS.signIn, { body })).code).toBe('ERR_CHALLENGE');
  });

  it('in part: when the disk fails in the middle, all of it is still there', async () => {
    const made = await challenge();
    await failWrites(db, 'UPDATE', 'players');
    const before = await rest();
    expect((await answer(made)).code).toBe('ERR_INTERNAL');
    await allowWrites(db, 'players');
    expect(await rest()).toBe(before);
    expect((await me()).value.address).toBe(ann.address);
  });
});
