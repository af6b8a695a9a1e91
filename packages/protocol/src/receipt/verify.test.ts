import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRevenue } from '../revenue.ts';
import type { CheckName } from './check.ts';
import { cancelReceipt, playReceipt, playSoloReceipt } from './receipt.fixture.ts';
import golden from './receipt.golden.json' with { type: 'json' };
import type { Receipt, ReceiptPlayer } from './receipt.ts';
import { verifyReceipt } from './verify.ts';

const good = playReceipt('ttsbT');
const solo = playSoloReceipt();

/** The receipt of a solo round with another reward, or other upgrades. */
const withSolo = (change: Partial<NonNullable<Receipt['solo']>>): unknown => ({
  ...solo,
  solo: { ...solo.solo, ...change },
});
const earnedSun = solo.solo?.earnedSun ?? 0;

/** The receipt as it arrives. */
const copyOf = (receipt: Receipt): unknown => JSON.parse(JSON.stringify(receipt));

/** Names of the checks that find something wrong. */
const wrongOf = (json: unknown): CheckName[] => [
  ...new Set(verifyReceipt(json).checks.flatMap(({ name, problem }) => (problem === null ? [] : [name]))),
];

/** The receipt with another first player. */
const withFirst = (change: Partial<ReceiptPlayer>, from: Receipt = good): Receipt => ({
  ...from,
  players: from.players.map((player, at) => (at === 0 ? { ...player, ...change } : player)),
});

describe('a receipt', () => {
  it.each([
    ['of two chains and a bot', good],
    ['of the winner who takes it all', playReceipt('ttts', 'winner-takes-all')],
    [
      'whose best TRON player gets what another chain wins',
      playReceipt('tts', 'podium', 20_000_000, 'best-tron-player'),
    ],
    ['of eight players', playReceipt('tstsbttT')],
    ['of a free session', playReceipt('tsb', 'podium', 0)],
    ['whose shares are too small for the wallet', playReceipt('tt', 'podium', 100_000)],
    ['of a fee that the balance paid', withFirst({ feeTxid: null, feePaymentId: 'payment-0001' })],
    ['of a solo round with upgrades', solo],
    ['of a solo round without upgrades', playSoloReceipt([])],
    [
      'of a solo round that was given up',
      { ...withFirst({ status: 'left' }, solo), endedAt: (solo.startedAt ?? 0) + 5_000 },
    ],
    ['of a session that was cancelled', cancelReceipt(good)],
    ['of a session that expired', { ...cancelReceipt(good), outcome: 'expired', reason: '' } as const],
  ])('%s is good, and says of what', (_, receipt) => {
    const verification = verifyReceipt(copyOf(receipt));
    expect(verification.checks.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(verification.isGood).toBe(true);
    expect(verification.checks.filter(({ name }) => name === 'round')).toHaveLength(
      receipt.commitment === null ? 0 : receipt.players.length,
    );
  });

  // A receipt that was published stays valid: a change of the code that breaks this needs a new version of the format.
  it('of an earlier day is still good', () => {
    expect(verifyReceipt(golden).checks.filter(({ problem }) => problem !== null)).toEqual([]);
  });

  it('is not good when it is none', () => {
    for (const json of [null, 7, 'receipt', [], {}, { ...good, version: 2 }, { ...good, players: [{}] }])
      expect(wrongOf(json)).toEqual(['shape']);
    expect(verifyReceipt({ ...good, poolSun: -1 }).checks[0]?.problem).toContain('poolSun');
  });

  const [first, second] = good.players as [ReceiptPlayer, ReceiptPlayer];
  const [, expert] = playReceipt('ttt').players as [ReceiptPlayer, ReceiptPlayer];
  it.each<[string, unknown, CheckName[]]>([
    ['another commitment', { ...good, commitment: 'ab'.repeat(32) }, ['commitment']],
    ['a reveal left out', { ...good, reveals: good.reveals.slice(1) }, ['commitment', 'entropy']],
    [
      'two reveals that changed places',
      { ...good, reveals: [good.reveals[1], good.reveals[0], ...good.reveals.slice(2)] },
      ['commitment', 'entropy'],
    ],
    ['another seed', withFirst({ seed: second.seed }), ['entropy']],
    ['no seed', withFirst({ seed: null }), ['entropy']],
    ['another session', { ...good, sessionId: 'session-other' }, ['entropy']],
    ['a round of another battle', withFirst({ replay: expert.replay }), ['entropy', 'score']],
    ["another player's round", withFirst({ replay: second.replay }), ['score']],
    ['a replay that is none', withFirst({ replay: 'AAAA' }), ['round']],
    ['no replay', withFirst({ replay: null }), ['round']],
    ['a better score', withFirst({ score: 99_999 }), ['score', 'positions', 'shares']],
    ['a longer combo', withFirst({ bestCombo: first.bestCombo + 1 }), ['score']],
    ['other rules', { ...good, rulesId: 'arena' }, ['round']],
    ['unknown rules', { ...good, rulesVersion: 99 }, ['rules', 'round']],
    ['another position', withFirst({ position: 1 }), ['positions']],
    ['a larger share', withFirst({ shareSun: first.shareSun + 1 }), ['shares']],
    [
      'a sun of the house for the creator',
      { ...good, creatorSun: good.creatorSun + 1, houseSun: good.houseSun - 1 },
      ['shares'],
    ],
    [
      'other terms for what another chain wins',
      { ...good, revenue: { ...good.revenue, otherChainPrizeTo: 'best-tron-player' } },
      ['shares'],
    ],
    [
      'the version of those terms and the old shares',
      { ...good, revenue: newRevenue('podium', 'best-tron-player') },
      ['shares'],
    ],
    ['other parts', { ...good, revenue: { ...good.revenue, houseBp: 500, playersBp: 9_300 } }, ['shares']],
    ['a larger pool', { ...good, poolSun: good.poolSun + 1 }, ['fees', 'shares']],
    ['a fee without a payment', withFirst({ feeTxid: null }), ['fees']],
    ['a fee that was paid twice', withFirst({ feePaymentId: 'payment-0001' }), ['fees']],
    ['a share and the fee as well', withFirst({ refundSun: first.feeSun }), ['refunds']],
    [
      'no way out for a share',
      { ...good, players: good.players.map((player) => ({ ...player, payout: null })) },
      ['payouts'],
    ],
    [
      'two seats of one player',
      withFirst({ userId: second.userId, walletAddress: second.walletAddress }),
      ['outcome', 'positions', 'shares'],
    ],
    ['seats in another order', { ...good, players: good.players.toReversed() }, ['entropy', 'outcome']],
    [
      'a bot that gave a seed',
      { ...good, players: good.players.map((player) => ({ ...player, seed: player.seed ?? 'ab'.repeat(32) })) },
      ['entropy', 'outcome'],
    ],
    ['a bot that is a player', withFirst({ isBot: true }), ['outcome', 'fees']],
    ['a round shorter than a round', { ...good, endedAt: (good.startedAt ?? 0) + 59_999 }, ['outcome']],
    [
      'what was played, cancelled',
      { ...good, outcome: 'cancelled', reason: 'fault' },
      ['outcome', 'positions', 'shares', 'refunds'],
    ],
    ['no refund of what was cancelled', withFirst({ refundSun: 0 }, cancelReceipt(good)), ['refunds']],
    ['a score in what was not played', withFirst({ score: 7 }, cancelReceipt(good)), ['outcome']],
    [
      'nothing played, settled',
      { ...cancelReceipt(good), outcome: 'settled', reason: '' },
      ['outcome', 'positions', 'shares', 'refunds'],
    ],
  ])('with %s is not good', (_, json, names) => {
    expect(wrongOf(json)).toEqual(names);
  });
});

describe('a receipt', () => {
  it.each<[string, unknown]>([
    ['a reward that a limit has reduced', withSolo({ creditedSun: earnedSun - 1, cutBy: 'network' })],
    ['a reward that is held', withSolo({ creditedSun: 0, status: 'held' })],
    ['a reward that was refused', withSolo({ creditedSun: 0, status: 'refused' })],
  ])('of a solo round is good with %s', (_, json) => {
    expect(wrongOf(json)).toEqual([]);
  });

  it.each<[string, unknown, CheckName[]]>([
    ['other upgrades', withSolo({ loadout: ['rapid-fire'] }), ['round']],
    ['upgrades left out', withSolo({ loadout: [] }), ['round']],
    ['its reward left out', { ...solo, solo: null }, ['round']],
    ['more earned', withSolo({ earnedSun: earnedSun + 1, creditedSun: earnedSun + 1 }), ['score']],
    ['more credited than earned', withSolo({ creditedSun: earnedSun + 1 }), ['shares']],
    ['less credited without a limit', withSolo({ creditedSun: earnedSun - 1 }), ['shares']],
    ['a limit that has reduced nothing', withSolo({ cutBy: 'round' }), ['shares']],
    ['a held reward that is credited', withSolo({ status: 'held' }), ['shares']],
    ['a fee', { ...solo, entryFeeSun: 1_000_000 }, ['fees', 'shares']],
    [
      'a second player',
      { ...playReceipt('tt', 'winner-takes-all', 0), solo: playSoloReceipt([]).solo },
      ['score', 'shares'],
    ],
    ['an end before its time', { ...solo, endedAt: (solo.startedAt ?? 0) + 59_999 }, ['outcome']],
    ['a reward of what was not played', { ...cancelReceipt(solo), solo: solo.solo }, ['outcome']],
  ])('of a solo round is wrong with %s', (_, json, names) => {
    expect(wrongOf(json)).toEqual(names);
  });
});

/** What a receipt says beside what follows from the rest of it: names and times of things, and where to find them. */
const FREE =
  /^(sessionName|network|isPlayMoney|createdAt|startedAt|endedAt|creatorAddress)$|\.(place|username|status|feeTxid|feePaymentId|payout.*)$/;

/** Every value of some JSON with the path to it. */
const leavesOf = (json: unknown, path: string[] = []): (readonly [path: string[], value: unknown])[] =>
  typeof json === 'object' && json !== null
    ? Object.entries(json).flatMap(([key, value]) => leavesOf(value, [...path, key]))
    : [[path, json]];

/** The same value with one bit of it turned over. */
function flip(value: unknown, bit: number): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value ^ (1 << (bit % 24));
  if (typeof value !== 'string' || value === '') return 'x';
  const at = Math.floor(bit / 7) % value.length;
  const letter = String.fromCodePoint((value.codePointAt(at) ?? 0) ^ (1 << (bit % 7)));
  return value.slice(0, at) + letter + value.slice(at + 1);
}

function put(json: unknown, path: readonly string[], value: unknown): void {
  let place = json as Record<string, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>;
  place[path.at(-1) ?? ''] = value;
}

const COVERED = leavesOf(good).filter(
  // A bot's number is a name too.
  ([path, value]) => value !== null && !FREE.test(path.join('.')) && value !== 'bot-3',
);

it('a receipt with one bit turned over is not good', () => {
  fc.assert(
    fc.property(fc.constantFrom(...COVERED), fc.nat(1_000_000), ([path, value], bit) => {
      const json = copyOf(good);
      put(json, path, flip(value, bit));
      expect(verifyReceipt(json).isGood).toBe(false);
    }),
    { numRuns: 250 },
  );
});

it('any JSON is checked without an exception', () => {
  fc.assert(
    fc.property(fc.constantFrom(...leavesOf(good)), fc.jsonValue(), ([path], value) => {
      const json = copyOf(good);
      put(json, path, value);
      verifyReceipt(json);
      verifyReceipt(value);
    }),
    { numRuns: 100 },
  );
});
