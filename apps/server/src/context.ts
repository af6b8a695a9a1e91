import type { Log } from './log.ts';
import type { Website } from './website.ts';

/** What the app stands on. Everything that differs between production and a test comes in here. */
export interface Context {
  /** The built web app; `undefined` when it has not been built. */
  readonly website: Website | undefined;
  readonly log: Log;
  /** Epoch time in ms, with a fraction; never goes backwards. */
  readonly now: () => number;
  /** Whether the server has been told to stop and only finishes what it has begun. */
  readonly isStopping: () => boolean;
}
