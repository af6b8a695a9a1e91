import type { KeyObject } from 'node:crypto';
import type { Blockchain } from '@popfray/protocol';
import type { Context as Call } from 'hono';
import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Settings } from '../platform/config/index.ts';
import type { DirectoryTables } from './directory.ts';

/** The dependencies of the cross-chain server. */
export interface CrossChainContext extends Pick<Context, 'log' | 'now' | 'randomBytes'> {
  /** A separate database: `openDirectory`. */
  readonly db: Database<DirectoryTables>;
  /** The platforms that may list sessions, and the keys that they sign with. */
  readonly platforms: ReadonlyMap<Blockchain, KeyObject>;
  readonly settings: Pick<Settings, 'isBehindProxy' | 'rateFactor'> & {
    /** Whether a request comes from a page that may ask: front ends of the chains. */
    readonly isPartner: (call: Call) => boolean;
  };
}
