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

/** Values of the form that creates a session. SPEC section 5. */
export interface SessionFields {
  readonly scope: SessionScope;
  readonly gameMode: SessionMode;
  /** Of a local game the dialog does not ask for it. */
  readonly name: string;
  readonly timeLimitS: (typeof TIME_LIMITS_S)[number];
  readonly maxPlayers: (typeof PLAYER_COUNTS)[number];
  /** The typed fee, TRX. */
  readonly fee: string;
  readonly policy: RevenuePolicy;
}

/** Initial values of the form. */
export const NEW_FIELDS: SessionFields = {
  scope: 'cross-chain',
  gameMode: 'cross-chain-battle',
  name: '',
  timeLimitS: DEFAULT_TIME_LIMIT_S,
  maxPlayers: DEFAULT_PLAYER_COUNT,
  fee: '',
  policy: 'winner-takes-all',
};

/** Initial values for a local game with an entry fee: the fee that is offered for its mode. docs/decisions/0044. */
export const NEW_GAME_FIELDS: SessionFields = {
  ...NEW_FIELDS,
  scope: 'local',
  gameMode: 'classic',
  fee: makeTrx(offeredFeeSun('classic')),
};

/** Changes the mode. If the fee is the one offered for the previous mode, it changes to the one offered for the new mode. */
export function withMode(fields: SessionFields, gameMode: SessionMode): SessionFields {
  const isOffered = parseFee(fields.fee) === offeredFeeSun(fields.gameMode);
  return { ...fields, gameMode, fee: isOffered ? makeTrx(offeredFeeSun(gameMode)) : fields.fee };
}

/** Selectable numbers of players. */
export const playerCountsOf = (scope: SessionScope): readonly (typeof PLAYER_COUNTS)[number][] =>
  scope === 'local' ? PLAYER_COUNTS.filter((count) => count <= MAX_LOCAL_PLAYERS) : PLAYER_COUNTS;

/** Why a fee is invalid. */
export type FeeError = 'small' | 'large' | 'step';

/** Maximum number of decimals of a fee. */
const DECIMALS = 6;

/** Parses a fee to sun. Invalid text counts as 0 (SPEC section 5, entry fee), an amount below one sun as 1. */
export function parseFee(text: string): number {
  const fee = Number(text.replace(',', '.'));
  return fee > 0 ? Math.max(1, parseTrx(fee.toFixed(DECIMALS)) ?? Infinity) : 0;
}

/** Why a fee in sun is invalid; null when it is valid. */
export function validateFee(feeSun: number): FeeError | null {
  if (feeSun === 0) return null;
  if (feeSun < MIN_ENTRY_FEE_SUN) return 'small';
  if (feeSun > MAX_ENTRY_FEE_SUN) return 'large';
  return feeSun % ENTRY_FEE_STEP_SUN === 0 ? null : 'step';
}

/** The request that creates a session; null while the form is invalid. */
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
  const feeSun = parseFee(fee);
  if (sessionName === '' || sessionName.length > MAX_SESSION_NAME || validateFee(feeSun) !== null) return null;
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
