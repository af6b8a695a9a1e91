// A battle on the wire: its numbers, its randomness, its frames, its messages. For any chain's front end.
export * from './constants.ts';
export { isNextReveal, makeBlock, makeBlocks, makeCommitment, makeHex, makeReveals, parseHex } from './entropy.ts';
export {
  decodeClientFrame,
  decodeServerFrame,
  encodeAccepted,
  encodeClock,
  encodeInputs,
  encodeRefused,
  encodeReveal,
  encodeScores,
  encodeTime,
  FRAME,
  MAX_BATCH_INPUTS,
  MAX_CLIENT_FRAME,
  REFUSALS,
  type AcceptedFrame,
  type ClientFrame,
  type InputBatch,
  type PlayerScore,
  type Refusal,
  type RefusedFrame,
  type RevealFrame,
  type ScoresFrame,
  type ServerFrame,
} from './frames.ts';
export {
  decodePath,
  encodePath,
  MAX_CONTACT_PX,
  PATH_DEVICES,
  PATH_RATE,
  PATH_START,
  PATH_TICK_MS,
  PATH_WORDS,
  type PathDevice,
  type PathEnd,
  type PathError,
  type PathPart,
} from './pointer-path.ts';
export { attachTrack, decodeTrack } from './replay-track.ts';
export { removeTrack } from './without-track.ts';
export { PathRecorder, type PointerPlace } from './path-recorder.ts';
export {
  continuePath,
  encodeHead,
  makeChunk,
  PATH_STREAM_START,
  type ContinuedPath,
  type PathChunk,
  type PathStream,
  type PathStreamError,
} from './path-stream.ts';
export {
  battleEnter,
  battleEntry,
  battleLeave,
  battleOver,
  battlePlayer,
  battleRefused,
  battleResult,
  battleSeed,
  battleSeeds,
  battleState,
  battleTerms,
  type BattleEntry,
  type BattleOver,
  type BattlePlayer,
  type BattleResult,
  type BattleState,
  type BattleTerms,
} from './messages.ts';
