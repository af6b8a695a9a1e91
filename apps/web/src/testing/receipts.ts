import {
  arena,
  blockEntropy,
  createRound,
  crossChain,
  encodeReplay,
  makeReplayText,
  recordReplay,
  type Rules,
  type UpgradeId,
} from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { REVENUES } from '@popfray/protocol';
import { BATTLE_MS, makeBlock, makeCommitment, makeHex, makeReveals } from '@popfray/protocol/battle';
import type { Receipt, ReceiptPlayer } from '@popfray/protocol/receipt';

/** Session id of all test receipts. */
export const RECEIPT_ID = 'session-0001';

const SEED = new Uint8Array(32).fill(5);
const FEE_SUN = 10_000_000;
const ENDED_AT = Date.UTC(2026, 0, 15, 12, 1, 1);

/** The players and the rules of a simulated round. */
interface Simulated {
  readonly rules: Rules;
  readonly skill: keyof typeof BOT_SKILLS;
  /** In the order of the seats. */
  readonly seeds: readonly (Uint8Array | null)[];
  readonly loadout?: readonly UpgradeId[];
}

/** Plays a round from the reveals of a battle. */
function playRound(reveals: readonly Uint8Array[], { rules, skill, seeds, loadout = [] }: Simulated) {
  const entropy = blockEntropy();
  for (const [second, reveal] of reveals.entries())
    entropy.reveal(second, makeBlock(RECEIPT_ID, second, reveal, seeds));
  const made = createRound({ rules, entropy, loadout });
  if (!made.ok) throw new Error(made.error.code);
  createBot({ skill: BOT_SKILLS[skill], seed: skill }).advanceTo(made.value, BATTLE_MS);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  const bytes = encodeReplay(replay.value);
  if (!bytes.ok) throw new Error(bytes.error.code);
  const { score, popped, bestCombo, earnedSun } = made.value;
  return { played: { replay: makeReplayText(bytes.value), score, popped, bestCombo }, earnedSun };
}

/** Receipt of a simulated battle: a TRON player wins against a player of the other chain; the winner takes all. */
export function playReceipt(changed: Partial<Receipt> = {}): Receipt {
  const reveals = makeReveals(new Uint8Array(32).fill(9));
  const replays = (['expert', 'novice'] as const).map(
    (skill) => playRound(reveals, { rules: crossChain, skill, seeds: [SEED, null] }).played,
  );
  const player = (place: number, rest: Partial<ReceiptPlayer>): ReceiptPlayer => ({
    place,
    userId: '',
    username: '',
    walletAddress: '',
    blockchain: 'tron',
    isBot: false,
    status: 'finished',
    seed: null,
    replay: null,
    score: 0,
    popped: 0,
    bestCombo: 0,
    position: place + 1,
    feeSun: 0,
    feeTxid: null,
    shareSun: 0,
    refundSun: 0,
    payout: null,
    ...replays[place],
    ...rest,
  });
  const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  const sol = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghi1';
  return {
    version: 1,
    sessionId: RECEIPT_ID,
    sessionName: 'Friday night bubbles',
    outcome: 'settled',
    reason: '',
    network: 'Dev chain: play money',
    isPlayMoney: true,
    createdAt: ENDED_AT - 300_000,
    startedAt: ENDED_AT - 61_000,
    endedAt: ENDED_AT,
    rulesId: crossChain.id,
    rulesVersion: crossChain.version,
    commitment: makeHex(makeCommitment(reveals)),
    reveals: reveals.map(makeHex),
    revenue: REVENUES['winner-takes-all'],
    creatorAddress: tron,
    entryFeeSun: FEE_SUN,
    poolSun: FEE_SUN,
    creatorSun: 100_000,
    houseSun: 300_000,
    players: [
      player(0, {
        userId: tron,
        username: 'TRON_TJRabP',
        walletAddress: tron,
        seed: makeHex(SEED),
        feeSun: FEE_SUN,
        feeTxid: 'ab'.repeat(32),
        shareSun: 9_600_000,
      }),
      player(1, { userId: sol, username: 'Solveig', walletAddress: sol, blockchain: 'sol' }),
    ],
    ...changed,
  };
}

/** Receipt of the same session, cancelled before the battle: the fee was refunded. */
export function makeUnplayedReceipt(changed: Partial<Receipt> = {}): Receipt {
  const played = playReceipt();
  return {
    ...played,
    outcome: 'expired',
    startedAt: null,
    commitment: null,
    reveals: [],
    creatorSun: 0,
    houseSun: 0,
    players: played.players.map((player) => ({
      ...player,
      status: 'absent',
      seed: null,
      replay: null,
      score: 0,
      popped: 0,
      bestCombo: 0,
      position: null,
      shareSun: 0,
      refundSun: player.feeSun,
    })),
    ...changed,
  };
}

/** Receipt of a simulated Solo TRX round, played with an upgrade and credited in full. */
export function playSoloReceipt(changed: Partial<NonNullable<Receipt['solo']>> = {}): Receipt {
  const reveals = makeReveals(new Uint8Array(32).fill(9));
  const loadout: readonly UpgradeId[] = ['trx-boost'];
  const { played, earnedSun } = playRound(reveals, { rules: arena, skill: 'expert', seeds: [SEED], loadout });
  const battle = playReceipt();
  return {
    ...battle,
    sessionName: '',
    rulesId: arena.id,
    rulesVersion: arena.version,
    entryFeeSun: 0,
    poolSun: 0,
    creatorSun: 0,
    houseSun: 0,
    players: battle.players
      .slice(0, 1)
      .map((player) => ({ ...player, ...played, feeSun: 0, feeTxid: null, shareSun: 0 })),
    solo: { loadout: [...loadout], earnedSun, creditedSun: earnedSun, cutBy: null, status: 'credited', ...changed },
  };
}
