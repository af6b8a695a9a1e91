import type { KeyObject } from 'node:crypto';
import type { Blockchain } from '@popfray/protocol';
import type { Context as Call } from 'hono';
import type { Context } from '../platform/context/index.ts';
import type { Settings } from '../platform/config/index.ts';

/** The dependencies of the cross-chain server. `db` is a separate database: `openDirectory`. */
export interface CrossChainContext extends Pick<Context, 'db' | 'log' | 'now' | 'randomBytes'> {
  /** The platforms that may list sessions, and the keys that they sign with. */
  readonly platforms: ReadonlyMap<Blockchain, KeyObject>;
  readonly settings: Pick<Settings, 'isBehindProxy' | 'rateFactor'> & {
    /** Whether a request comes from a page that may ask: front ends of the chains. */
    readonly isPartner: (call: Call) => boolean;
  };
}
