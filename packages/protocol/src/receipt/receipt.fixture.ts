import {
  arena,
  blockEntropy,
  createRound,
  crossChain,
  encodeReplay,
  makeReplayText,
  recordReplay,
  type Round,
  type Rules,
  type UpgradeId,
} from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { BATTLE_MS } from '../battle/constants.ts';
import { makeBlocks, makeCommitment, makeHex, makeReveals } from '../battle/entropy.ts';
import { FREE_WITHDRAWAL_SUN } from '../economy.ts';
import { newRevenue, shareOut, type PrizeRecipient, type RevenuePolicy } from '../revenue.ts';
import type { Receipt, ReceiptPlayer } from './receipt.ts';

/** Who plays: `t` for TRON, `s` for the other chain, `b` for a practice bot; upper case, and a bot, gives no seed. */
export type Line = string;

const START_MS = Date.UTC(2026, 0, 15, 12);
const WALLETS = {
  tron: 'T123456789ABCDEFGHJKLMNPQRSTUVWXY',
  sol: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghi',
};

/** The receipt of a battle that bots have really played, in the seats of a line: `ttsb`. */
export function playReceipt(
  line: Line,
  policy: RevenuePolicy = 'podium',
  entryFeeSun = 20_000_000,
  recipient: PrizeRecipient = 'house',
): Receipt {
  const sessionId = `session-${line}`;
  const reveals = makeReveals(new Uint8Array(32).fill(7));
  const seeds = Array.from(line, (letter, place) =>
    letter === 'b' || letter === letter.toUpperCase() ? null : new Uint8Array(32).fill(place + 1),
  );
  const blocks = makeBlocks(sessionId, reveals, seeds);
  const revenue = newRevenue(policy, recipient);
  const players = Array.from(line, (letter, place): ReceiptPlayer => {
    const kind = letter.toLowerCase();
    const blockchain = kind === 't' ? 'tron' : 'sol';
    const isBot = kind === 'b';
    const walletAddress = isBot ? '' : `${WALLETS[blockchain]}${place + 1}`;
    const feeSun = kind === 't' ? entryFeeSun : 0;
    return {
      place,
      userId: isBot ? `bot-${place}` : walletAddress,
      username: `Player ${place}`,
      walletAddress,
      blockchain,
      isBot,
      status: 'finished',
      seed: seeds[place] ? makeHex(seeds[place]) : null,
      ...playRound(blocks, place),
      position: null,
      feeSun,
      feeTxid: feeSun > 0 ? String(place).repeat(64) : null,
      shareSun: 0,
      refundSun: 0,
      payout: null,
    };
  });
  const poolSun = players.reduce((sum, { feeSun }) => sum + feeSun, 0);
  const shares = shareOut(
    revenue,
    poolSun,
    players.map((player) => ({ ...player, isPaidHere: player.feeSun > 0 })),
  );
  return {
    version: 1,
    sessionId,
    sessionName: 'Evening battle',
    outcome: 'settled',
    reason: '',
    network: 'Dev chain: play money',
    isPlayMoney: true,
    createdAt: START_MS,
    startedAt: START_MS + 60_000,
    endedAt: START_MS + 60_000 + BATTLE_MS,
    rulesId: crossChain.id,
    rulesVersion: crossChain.version,
    commitment: makeHex(makeCommitment(reveals)),
    reveals: reveals.map(makeHex),
    revenue,
    creatorAddress: WALLETS.tron,
    entryFeeSun,
    poolSun,
    creatorSun: shares.creatorSun,
    houseSun: shares.houseSun,
    players: players.map((player) => {
      const shareSun = shares.players.get(player.userId) ?? 0;
      const payout = { id: `payout-${player.place}`, status: 'queued', txid: null, explorerUrl: null } as const;
      const position = shares.positions.get(player.userId) ?? null;
      return { ...player, position, shareSun, payout: shareSun >= FREE_WITHDRAWAL_SUN ? payout : null };
    }),
  };
}

/** The receipt of a streamed solo round that a bot has really played, by the arena's rules and with upgrades. */
export function playSoloReceipt(loadout: readonly UpgradeId[] = ['trx-boost']): Receipt {
  const free = playReceipt('t', 'winner-takes-all', 0);
  const blocks = makeBlocks(free.sessionId, makeReveals(new Uint8Array(32).fill(7)), [new Uint8Array(32).fill(1)]);
  const round = playToEnd(blocks, 0, arena, loadout);
  return {
    ...free,
    rulesId: arena.id,
    rulesVersion: arena.version,
    players: free.players.map((player) => ({ ...player, ...resultOf(round) })),
    solo: {
      loadout: [...loadout],
      earnedSun: round.earnedSun,
      creditedSun: round.earnedSun,
      status: 'credited',
      cutBy: null,
    },
  };
}

/** The same battle, cancelled before it was played: every fee is refunded. */
export function cancelReceipt(receipt: Receipt): Receipt {
  return {
    ...receipt,
    outcome: 'cancelled',
    reason: 'fault',
    startedAt: null,
    commitment: null,
    reveals: [],
    creatorSun: 0,
    houseSun: 0,
    players: receipt.players.map((player) => ({
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
      payout: null,
    })),
  };
}

/** What a receipt states of a player's round. */
type Result = Pick<ReceiptPlayer, 'replay' | 'score' | 'popped' | 'bestCombo'>;

const playRound = (blocks: Int32Array, place: number): Result => resultOf(playToEnd(blocks, place, crossChain, []));

/** A round of a bot's; the later the place, the better the bot. */
function playToEnd(blocks: Int32Array, place: number, rules: Rules, loadout: readonly UpgradeId[]): Round {
  const made = createRound({ rules, entropy: blockEntropy(blocks), loadout });
  if (!made.ok) throw new Error(made.error.code);
  const round = made.value;
  const skill = BOT_SKILLS[(['novice', 'regular', 'expert'] as const)[place % 3] ?? 'novice'];
  createBot({ skill, seed: `bot ${place}` }).advanceTo(round, rules.durationMs);
  return round;
}

function resultOf(round: Round): Result {
  const replay = recordReplay(round);
  const bytes = replay.ok ? encodeReplay(replay.value) : replay;
  if (!bytes.ok) throw new Error('a round cannot be recorded');
  return {
    replay: makeReplayText(bytes.value),
    score: round.score,
    popped: round.popped,
    bestCombo: round.bestCombo,
  };
}
