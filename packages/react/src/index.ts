// A round to play, one that the server plays too, or a replay to watch, as a store: zustand without React.
export {
  createRoundStore,
  type PlayedRoundStore,
  type RoundPhase,
  type RoundResult,
  type RoundState,
  type RoundStore,
  type RoundStoreOptions,
} from './round-store.ts';
export {
  createPlaybackStore,
  PLAYBACK_SPEEDS,
  type PlaybackSpeed,
  type PlaybackState,
  type PlaybackStore,
  type PlaybackStoreOptions,
} from './playback-store.ts';
export { createStreamedRoundStore, type StreamedRoundState, type StreamedRoundStore } from './streamed-round-store.ts';
export type { FieldStore, PauseCause, PlayableStore, ShownStore } from './field-store.ts';
export { createSeed } from './seed.ts';

// React: one shown value of a store, and the field that draws and plays it.
export { useRound } from './use-round.ts';
export { BubbleField, type BubbleFieldProps } from './BubbleField.tsx';
export type { CursorDirection, CursorReport } from './cursor-report.ts';

// The look that the field has by default, to spread and change what differs; and what differs for the colour-blind.
export { DISTINCT_LOOK, paintSample, SKIN_LOOKS, TRON_SKIN, type Skin } from '@popfray/renderer';

// Sounds, from the first gesture on.
export { createSounds, type Sounds, type SoundsOptions } from './sounds.ts';
export { SOUND_KEY, soundSettings, type SoundSettings } from './sound-settings.ts';
