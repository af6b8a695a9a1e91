import type { StreamedRoundStore } from '@popfray/react';
import type { PlaySession } from '../play/index.ts';

/** A session of paid rounds: the server plays each round too, and opens it. */
export interface SoloSession extends PlaySession {
  readonly store: StreamedRoundStore;
}
