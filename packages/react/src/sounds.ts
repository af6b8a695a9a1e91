import type { FieldStore } from './field-store.ts';

/** What `createSounds` takes. */
export interface SoundsOptions {
  /** URLs of the audio sprite, the first playable one wins. The package's own file by default. */
  readonly src?: readonly string[];
}

/** The sounds of a round. Silent, and without any audio context, until the page's first gesture. */
export interface Sounds {
  /** Plays a store's events from now on. Returns the function that stops it. */
  attach(store: FieldStore): () => void;
  /** Stops everything and frees the audio. */
  destroy(): void;
}

/** Creates the sounds. howler and the sprite are fetched at the first gesture that finds them not muted. */
export declare function createSounds(options?: SoundsOptions): Sounds;
