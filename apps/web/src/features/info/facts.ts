import {
  arena,
  bubblePoints,
  crossChain,
  foldEffects,
  freePlay,
  MS_PER_SECOND,
  SUN_PER_TRX,
  UPGRADES,
  type Effects,
  type UpgradeId,
} from '@popfray/engine';
import {
  CHALLENGE_MS,
  CHAT_LANGUAGES,
  FREE_WITHDRAWAL_SUN,
  MAX_CHAT_TEXT,
  MAX_ENTRY_FEE_SUN,
  MAX_WITHDRAWALS_A_DAY,
  MIN_ENTRY_FEE_SUN,
  MIN_PLAYERS,
  NETWORK_FEE_SUN,
  NEW_ACCOUNT_FEE_SUN,
  PAYMENT_MS,
  PLAYER_COUNTS,
  READY_DELAY_S,
  RESERVATION_MS,
  REVENUES,
  START_DELAY_S,
  TIME_LIMITS_S,
} from '@popfray/protocol';

const S_PER_MIN = 60;
const MS_PER_MIN = S_PER_MIN * MS_PER_SECOND;

/** The arena's rules always have bosses. */
const { boss } = arena;
const { comboMultiplier } = freePlay;
const { foreign } = crossChain;
if (boss === null || comboMultiplier === null || foreign === null)
  throw new Error('The rules lack what the pages tell.');

/** Basis points to per cent. */
const percent = (bp: number): number => bp / 100;
const trx = (amountSun: number): number => amountSun / SUN_PER_TRX;

const podium = REVENUES.podium;
const single = REVENUES['winner-takes-all'];
const prices = UPGRADES.map(({ priceSun }) => trx(priceSun));
const minutes = UPGRADES.map(({ durationMin }) => durationMin);

function effectOf(id: UpgradeId): Effects {
  const folded = foldEffects([id]);
  if (!folded.ok) throw new Error(folded.error);
  return folded.value;
}

/** Typical entry fee, and typical network fee of a payment, TRX. SPEC section 9, economy. */
const TYPICAL_FEE = { min: 1, max: 50 };
const NETWORK_FEE = { min: 1, max: 3 };

/**
 * Every figure in the texts of these pages, read from the rules and the economy. Amounts in TRX, shares in per cent.
 */
export const FACTS = {
  roundSeconds: arena.durationMs / MS_PER_SECOND,
  fieldWidth: arena.field.widthPx,
  fieldHeight: arena.field.heightPx,
  colours: arena.colours,

  freeRadiusMin: freePlay.radiusPx.min,
  freeRadiusMax: freePlay.radiusPx.max,
  freeMostPoints: bubblePoints(freePlay, freePlay.radiusPx.min),
  freeLeastPoints: bubblePoints(freePlay, freePlay.radiusPx.max),
  freeCap: freePlay.bubbleCap.to,
  freeWave: freePlay.spawnCount,
  freeWaveSeconds: freePlay.spawnIntervalMs.to / MS_PER_SECOND,
  comboMost: comboMultiplier.cap / comboMultiplier.divisor,
  comboPops: comboMultiplier.cap - comboMultiplier.divisor,
  levelPops: freePlay.levelPops,

  arenaRadiusMin: arena.radiusPx.min,
  arenaRadiusMax: arena.radiusPx.max,
  arenaMostPoints: bubblePoints(arena, arena.radiusPx.min),
  arenaLeastPoints: bubblePoints(arena, arena.radiusPx.max),
  arenaCapFrom: arena.bubbleCap.from,
  arenaCapTo: arena.bubbleCap.to,
  arenaSpeedMost: arena.speedFactor.to / arena.speedFactor.from,
  spawnMsFrom: arena.spawnIntervalMs.from,
  spawnMsTo: arena.spawnIntervalMs.to,
  debounceMs: arena.debounceMs,
  streakPops: arena.comboMessageEvery,
  milestonePoints: arena.milestonePoints,
  bossHits: boss.health,
  bossHitPoints: boss.hitPoints,
  bossKillPoints: boss.killPoints,
  bossChanceFrom: percent(boss.chanceBp.from),
  bossChanceTo: percent(boss.chanceBp.to),
  foreignChance: percent(foreign.chanceBp),
  foreignFactor: foreign.pointsPct / 100,

  pointsPerTrx: SUN_PER_TRX / arena.sunPerPoint,
  withdrawMin: trx(FREE_WITHDRAWAL_SUN),
  networkFee: trx(NETWORK_FEE_SUN),
  newWalletFee: trx(NEW_ACCOUNT_FEE_SUN),
  withdrawalsADay: MAX_WITHDRAWALS_A_DAY,
  bossBuster: 100 - effectOf('boss-buster').bossHealthPct,
  precision: effectOf('precision-strike').clickPower,
  upgradeCount: UPGRADES.length,
  upgradePriceMin: Math.min(...prices),
  upgradePriceMax: Math.max(...prices),
  upgradeMinutesMin: Math.min(...minutes),
  upgradeMinutesMax: Math.max(...minutes),

  feeMin: trx(MIN_ENTRY_FEE_SUN),
  feeMax: trx(MAX_ENTRY_FEE_SUN),
  typicalFeeMin: TYPICAL_FEE.min,
  typicalFeeMax: TYPICAL_FEE.max,
  networkFeeMin: NETWORK_FEE.min,
  networkFeeMax: NETWORK_FEE.max,
  playersMin: MIN_PLAYERS,
  playersMax: Math.max(...PLAYER_COUNTS),
  waitMinutesMin: Math.min(...TIME_LIMITS_S) / S_PER_MIN,
  waitMinutesMax: Math.max(...TIME_LIMITS_S) / S_PER_MIN,
  startSeconds: START_DELAY_S,
  readySeconds: READY_DELAY_S,
  reservationMinutes: RESERVATION_MS / MS_PER_MIN,
  paymentMinutes: PAYMENT_MS / MS_PER_MIN,
  challengeMinutes: CHALLENGE_MS / MS_PER_MIN,
  winnerShare: percent(single.playersBp),
  winnerCreatorShare: percent(single.creatorBp),
  winnerHouseShare: percent(single.houseBp),
  podiumShare: percent(podium.playersBp),
  podiumFirst: percent(podium.positionsBp[0] ?? 0),
  podiumSecond: percent(podium.positionsBp[1] ?? 0),
  podiumThird: percent(podium.positionsBp[2] ?? 0),
  podiumCreatorShare: percent(podium.creatorBp),
  podiumHouseShare: percent(podium.houseBp),
  chatLength: MAX_CHAT_TEXT,
  chatLanguages: CHAT_LANGUAGES.length,
} as const;
