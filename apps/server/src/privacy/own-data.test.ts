import { arena } from '@popfray/engine';
import { CALLS } from '@popfray/protocol';
import { encodePath, PATH_START } from '@popfray/protocol/battle';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../start/app.ts';
import { addForeignSeat } from '../sharing/foreign-seat.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createTestContext, START_MS, type TestWallet } from '../testing/context.fixture.ts';
import { credit, pay, settleAll } from '../testing/money.fixture.ts';
import { playAsPerson, textOf } from '../testing/player.fixture.ts';
import { fight, writeDaily, writeExamination, writeRound, writeSeason } from './records.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { context, clock } = test;
const app = createApp(context);
const TRX = 1_000_000;

let players = 0;
let ann: TestWallet;
let bob: TestWallet;
let token: string;
beforeEach(async () => {
  clock.nowMs = START_MS + ++players * 86_400_000;
  ann = await test.player(`ann ${players}`, 100 * TRX);
  bob = await test.player(`bob ${players}`, 100 * TRX);
  token = await signIn(context, ann.address);
});

describe('the file of a player', () => {
  it('has a link of a round without the path, which the file has apart', async () => {
    const replay = Buffer.from(textOf(playAsPerson('OWN-DATA', { rules: arena })), 'base64url');
    const path = encodePath(Int32Array.of(100, 1_600, 1_200, 0, 0), PATH_START).bytes;
    await writeRound(test, ann.address, { replay, path });
    const { rounds } = (await ask(app, CALLS.exportMe, { token })).value;
    expect(rounds).toMatchObject([
      {
        username: `TRON_${ann.address.slice(0, 6)}`,
        replayUrl: `http://localhost/replay#r=${replay.toString('base64url')}`,
        path: Buffer.from(path).toString('base64url'),
      },
    ]);
  });

  it('has everything that is kept about the address, and nothing of a token, of others’ or to sign', async () => {
    await pay(test, ann, 'trx-boost');
    await settleAll(test);
    await pay(test, bob, 'rapid-fire');
    await settleAll(test);
    await credit(test, ann, 20 * TRX);
    await ask(app, CALLS.createWithdrawal, { token, body: { id: `withdrawal-${players}`, amountSun: 15 * TRX } });
    const sessionId = await fight(test, ann, bob);
    await ask(app, CALLS.postChat, { token, params: { id: sessionId }, body: { message: 'well played' } });
    const bobToken = await signIn(context, bob.address);
    const params = { id: sessionId };
    const foreign = await ask(app, CALLS.postChat, { token: bobToken, params, body: { message: 'a secret of Bob’s' } });
    const body = { sessionId, messageId: foreign.value.message.id, reason: 'too loud' };
    await ask(app, CALLS.reportChat, { token, body });
    const roundId = await writeRound(test, ann.address, { clicks: 77 });
    await writeRound(test, bob.address);
    await writeDaily(test, ann.address);
    await writeSeason(test, ann.address, sessionId);
    for (const [place, { address }] of [ann, bob].entries()) await writeExamination(test, sessionId, place, address);
    const there = { session_id: 'session-there', socket_url: 'wss://sol.example/ws', session: '{}' };
    for (const { address } of [ann, bob])
      await addForeignSeat(context.db, { ...there, address, token: `the token of ${address}`, joined_at: clock.nowMs });

    const { value, headers } = await ask(app, CALLS.exportMe, { token });
    expect(headers.get('Content-Type')).toMatch(/^application\/json/);
    const date = new Date(clock.nowMs).toISOString().slice(0, 10);
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="popfray-${ann.address}-${date}.json"`);
    expect(value).toMatchObject({
      version: 1,
      address: ann.address,
      exportedAt: clock.nowMs,
      profile: { address: ann.address, balanceSun: 5 * TRX },
      mute: null,
      rounds: [
        {
          id: roundId,
          clicks: 77,
          pathScore: 1.5,
          contradictedClicks: 2,
          path: 'AQID',
          replayUrl: 'http://localhost/replay#r=AQID',
        },
      ],
      battles: [
        {
          sessionId,
          position: 1,
          score: 900,
          opponents: [{ username: `TRON_${bob.address.slice(0, 6)}`, position: 2 }],
          receiptUrl: `http://localhost/receipt/${sessionId}`,
        },
      ],
      examinations: [
        { sessionId, reasons: ['fast'], clicks: 90, pathScore: 1.5, path: 'AQID', review: 'clear', decidedAt: null },
      ],
      dailyResults: [{ date: '2026-01-15', score: 250, replayUrl: 'http://localhost/replay#r=AQID' }],
      seats: [{ sessionId, status: 'taken' }],
      foreignSeats: [{ sessionId: 'session-there', socketUrl: 'wss://sol.example/ws', joinedAt: clock.nowMs }],
      chatMessages: [{ sessionId, text: 'well played' }],
      reports: [{ messageId: foreign.value.message.id, reason: 'too loud' }],
      payments: [{ upgradeId: 'trx-boost', status: 'applied' }],
      payouts: [{ id: `withdrawal-${players}`, amountSun: 15 * TRX }],
      purchases: [{ upgrade_id: 'trx-boost', price: '5' }],
      skins: [],
      ratings: [{ season: 1, sessionId, before: 1_500, after: 1_612.5, deviation: 200 }],
    });
    expect(value.playDays).toContainEqual({
      day: '2025-12-31',
      rounds: 2,
      popped: 90,
      bestCombo: 12,
      bestScore: 700,
      battles: 1,
      dailyRounds: 0,
      areQuestsComplete: true,
    });
    expect(value.signIns).toHaveLength(1);
    expect(value.ledger.map(({ kind }) => kind)).toEqual(['withdrawal', 'adjustment']);
    const text = JSON.stringify(value);
    for (const secret of [token, 'token', 'unsigned', 'a secret of Bob’s', bob.address])
      expect(text).not.toContain(secret);
  });

  it('is sent page by page, with no row twice and none left out', async () => {
    const ids: string[] = [];
    // Some at the same time: pages may end between them.
    for (let at = 0; at < 250; at++)
      ids.push(await writeRound(test, ann.address, { played_at: clock.nowMs + Math.floor(at / 3) }));
    for (let at = 0; at < 205; at++) await credit(test, ann, 1);
    const response = await app.request(CALLS.exportMe.path, { headers: { Cookie: `popfray=${token}` } });
    const pieces: number[] = [];
    let text = '';
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      pieces.push(piece.length);
      text += new TextDecoder().decode(piece);
    }
    const value = CALLS.exportMe.answer.parse(JSON.parse(text));
    expect(value.rounds.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(value.ledger.map(({ id }) => id)).toEqual(Array.from({ length: 205 }, (_, at) => 205 - at));
    // Never more than a page at once.
    expect(Math.max(...pieces)).toBeLessThan(text.length / 2);
  });

  it('is given a few times, then not for a while', async () => {
    const codes: (string | null)[] = [];
    for (let turn = 0; turn < 4; turn++) codes.push((await ask(app, CALLS.exportMe, { token })).code);
    expect(codes).toEqual([null, null, null, 'ERR_RATE']);
  });
});

describe("a player's battles", () => {
  it('come in pages, the newest first, each with its opponents, and none of the others’', async () => {
    const fought: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      fought.push(await fight(test, ann, bob));
      clock.nowMs += 1_000;
    }
    const { value: first } = await ask(app, CALLS.getMyBattles, { token, query: { limit: 2 } });
    expect(first.battles.map(({ sessionId }) => sessionId)).toEqual(fought.slice(1).toReversed());
    expect(first.battles[0]).toMatchObject({ position: 1, score: 900, feeSun: 0, shareSun: 0 });
    const { value: last } = await ask(app, CALLS.getMyBattles, { token, query: { before: first.next ?? 0 } });
    expect(last.battles.map(({ sessionId }) => sessionId)).toEqual(fought.slice(0, 1));
    expect(last.next).toBeNull();
    const eve = await test.player(`eve ${players}`);
    expect((await ask(app, CALLS.getMyBattles, { token: await signIn(context, eve.address) })).value.battles).toEqual(
      [],
    );
  });
});
