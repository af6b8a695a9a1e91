import type { FieldView, Skin } from '@popfray/renderer';
import type { ReactElement } from 'react';
import type { PlaybackStore } from './playback-store.ts';
import type { RoundStore } from './round-store.ts';
import type { Sounds } from './sounds.ts';

/** What `BubbleField` takes. */
export interface BubbleFieldProps {
  /** The round to play or the replay to watch. */
  readonly store: RoundStore | PlaybackStore;
  /** Accessible name of the canvas. */
  readonly label: string;
  /** Accessible description: how to play with keys. English by default. */
  readonly description?: string;
  /** Look of the field. The renderer's TRON skin by default. */
  readonly skin?: Skin;
  /** Sounds to play the store's events with. None by default. */
  readonly sounds?: Sounds;
  /** No particles and no shake. Follows the system's setting by default. */
  readonly reducedMotion?: boolean;
  /** Whether clicks, touches and keys pop. Default: true for a round, false for a replay. */
  readonly interactive?: boolean;
  readonly className?: string;
  /** Called once the field draws. */
  readonly onReady?: (view: FieldView) => void;
  /** Called instead of drawing when the browser has neither WebGL nor a canvas. */
  readonly onUnsupported?: () => void;
}

/** The play area: one canvas that fills its host's width at 4:3 and draws a store's round. */
export declare function BubbleField(props: BubbleFieldProps): ReactElement;
