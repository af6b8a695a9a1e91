export { BubbleField, type BubbleFieldProps } from './BubbleField.tsx';
export type { FieldStore } from './field-store.ts';
export {
  createPlaybackStore,
  PLAYBACK_SPEEDS,
  type PlaybackSpeed,
  type PlaybackState,
  type PlaybackStore,
  type PlaybackStoreOptions,
} from './playback-store.ts';
export {
  createRoundStore,
  type RoundPhase,
  type RoundResult,
  type RoundState,
  type RoundStore,
  type RoundStoreOptions,
} from './round-store.ts';
export { createSeed } from './seed.ts';
export { soundSettings, type SoundSettings } from './sound-settings.ts';
export { createSounds, type Sounds, type SoundsOptions } from './sounds.ts';
export { useRound } from './use-round.ts';
