import {
  DEFAULT_PLAYER_COUNT,
  DEFAULT_TIME_LIMIT_S,
  ENTRY_FEE_STEP_SUN,
  makeTrx,
  MAX_ENTRY_FEE_SUN,
  MAX_LOCAL_PLAYERS,
  MAX_SESSION_NAME,
  MIN_ENTRY_FEE_SUN,
  offeredFeeSun,
  parseTrx,
  PLAYER_COUNTS,
  type RevenuePolicy,
  type SessionForm,
  type SessionMode,
  type SessionScope,
  type TIME_LIMITS_S,
} from '@popfray/protocol';

/** What stands in the fields of the dialog that makes a session. SPEC section 5. */
export interface SessionFields {
  readonly scope: SessionScope;
  readonly gameMode: SessionMode;
  /** Of a local game the dialog does not ask for it. */
  readonly name: string;
  readonly timeLimitS: (typeof TIME_LIMITS_S)[number];
  readonly maxPlayers: (typeof PLAYER_COUNTS)[number];
  /** As it was typed, in TRX. */
  readonly fee: string;
  readonly policy: RevenuePolicy;
}

/** The fields before anything was typed. */
export const NEW_FIELDS: SessionFields = {
  scope: 'cross-chain',
  gameMode: 'cross-chain-battle',
  name: '',
  timeLimitS: DEFAULT_TIME_LIMIT_S,
  maxPlayers: DEFAULT_PLAYER_COUNT,
  fee: '',
  policy: 'winner-takes-all',
};

/** The same for a local game with an entry fee: the one that is offered for its mode. docs/decisions/0044. */
export const NEW_GAME_FIELDS: SessionFields = {
  ...NEW_FIELDS,
  scope: 'local',
  gameMode: 'classic',
  fee: makeTrx(offeredFeeSun('classic')),
};

/** The fields with another mode. A fee that is still the one offered for the mode before becomes the one offered for this mode. */
export function withMode(fields: SessionFields, gameMode: SessionMode): SessionFields {
  const isOffered = readFee(fields.fee) === offeredFeeSun(fields.gameMode);
  return { ...fields, gameMode, fee: isOffered ? makeTrx(offeredFeeSun(gameMode)) : fields.fee };
}

/** Most players that a creator can choose from. */
export const playerCountsOf = (scope: SessionScope): readonly (typeof PLAYER_COUNTS)[number][] =>
  scope === 'local' ? PLAYER_COUNTS.filter((count) => count <= MAX_LOCAL_PLAYERS) : PLAYER_COUNTS;

/** Why a fee cannot be taken. */
export type FeeFault = 'small' | 'large' | 'step';

/** Digits of a fee after the point: sun. */
const PLACES = 6;

/** A fee in sun as it would be taken. What is no number counts as 0 (SPEC section 5, entry fee), what is below a sun as one. */
export function readFee(text: string): number {
  const fee = Number(text.replace(',', '.'));
  return fee > 0 ? Math.max(1, parseTrx(fee.toFixed(PLACES)) ?? Infinity) : 0;
}

/** Why a fee in sun cannot be taken; null when it can. */
export function findFeeFault(feeSun: number): FeeFault | null {
  if (feeSun === 0) return null;
  if (feeSun < MIN_ENTRY_FEE_SUN) return 'small';
  if (feeSun > MAX_ENTRY_FEE_SUN) return 'large';
  return feeSun % ENTRY_FEE_STEP_SUN === 0 ? null : 'step';
}

/** What is sent to make a session; null while the fields do not make one. */
export function makeForm({
  scope,
  gameMode,
  name,
  timeLimitS,
  maxPlayers,
  fee,
  policy,
}: SessionFields): SessionForm | null {
  const sessionName = name.trim();
  const feeSun = readFee(fee);
  if (sessionName === '' || sessionName.length > MAX_SESSION_NAME || findFeeFault(feeSun) !== null) return null;
  return {
    sessionName,
    gameMode,
    scope,
    maxPlayers,
    entryFee: makeTrx(feeSun),
    timeLimit: timeLimitS,
    policy,
  };
}
