// Rules: three rule sets as data; bring your own and check it with parseRules.
export { arena } from './arena.ts';
export { crossChain } from './cross-chain.ts';
export { freePlay } from './free-play.ts';
export {
  bubblePoints,
  parseRules,
  rampAt,
  steady,
  type BossRules,
  type Ramp,
  type Range,
  type Rules,
  type RulesError,
} from './rules.ts';
export {
  foldEffects,
  NO_EFFECTS,
  UPGRADES,
  type Effects,
  type LoadoutError,
  type Upgrade,
  type UpgradeId,
} from './upgrades.ts';
export { MS_PER_SECOND, SUN_PER_TRX } from './units.ts';

// Entropy: where randomness comes from; bring your own by implementing the interface.
export { blockEntropy, isSeed, MAX_SEED_BYTES, seededEntropy, type Entropy } from './entropy.ts';

// A round: createRound, advanceTo, pop, bubbleAt, takeEvents.
export { createBubble, type Bubble } from './bubble.ts';
export { EVENT_TYPES, type EventType, type RoundEvent } from './event.ts';
export { eventMessage, TRON_EVENT_SKIN, type EventSkin } from './event-skin.ts';
export { createRound, type Advance, type PopOutcome, type Round, type RoundError, type RoundOptions } from './round.ts';
export type { SnapshotError } from './snapshot.ts';

// Replays: record, encode, decode, verify, seek.
export { recordReplay, type RecordError } from './record.ts';
export { replayEntropy, RULES, type Replay } from './replay.ts';
export {
  decodeReplay,
  encodeReplay,
  makeReplayText,
  MAX_REPLAY_BYTES,
  MAX_TRACK_BYTES,
  parseReplayText,
  REPLAY_FORMAT,
  TRACK_FORMAT,
  type EncodeError,
  type Malformed,
} from './replay-codec.ts';
export { verifyReplay, type Verified, type Wrong } from './verify.ts';
export { openPlayback, type Playback } from './playback.ts';

// Results: bad input is a value.
export type { Result } from './result.ts';
