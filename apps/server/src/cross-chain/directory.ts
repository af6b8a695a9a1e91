import { join } from 'node:path';
import type { Blockchain, SessionStatus } from '@popfray/protocol';
import type { Generated } from 'kysely';
import {
  type Database,
  type DatabaseError,
  type DatabaseKind,
  type LockError,
  openDatabase,
  takeLock,
} from '../platform/database/index.ts';
import { directory } from './migrations/001-directory.ts';
import { anyChain } from './migrations/002-any-chain.ts';

/** Names in DATA_DIR: the cross-chain server's database, and the file that one such server at a time can hold. */
const DIRECTORY_FILE = 'cross-chain.db';
const LOCK_FILE = 'cross-chain-lock.db';

/** Every table of the cross-chain server's own database. Times are epoch ms. */
export interface DirectoryTables {
  readonly sessions: ListedRow;
  readonly members: MemberRow;
  readonly proofs: ProofRow;
  readonly messages: MessageRow;
}

/** A session as its host tells it. */
export interface ListedRow {
  readonly id: string;
  /** The host's chain. */
  readonly platform: Blockchain;
  readonly status: SessionStatus;
  /** The host's: of two that it tells the higher is kept. */
  readonly revision: number;
  /** JSON, as anybody may see it. */
  readonly session: string;
  readonly host_user_id: string;
  readonly fee_sun: number;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly lapses_at: number;
}

/** A player who joined by this server. */
export interface MemberRow {
  readonly session_id: string;
  readonly user_id: string;
  readonly chain: Blockchain;
  readonly address: string;
  readonly username: string;
  /** SHA-256 of the member's token, base64url. */
  readonly token_hash: string;
  readonly joined_at: number;
}

/** A wallet's proof that was used. */
interface ProofRow {
  readonly address: string;
  readonly nonce: string;
  readonly expires_at: number;
}

/** Something said in a session. */
export interface MessageRow {
  readonly number: Generated<number>;
  readonly id: string;
  readonly session_id: string;
  readonly user_id: string;
  readonly username: string;
  readonly address: string;
  readonly chain: Blockchain;
  readonly text: string;
  readonly created_at: number;
}

/**
 * Every session's host tells it again after a loss, and members join again: nothing of it is worth a wait for the disk, least of all in the
 * process that runs the battles.
 */
export const DIRECTORY: DatabaseKind = {
  migrations: [
    { sqlite: directory, postgres: '' },
    { sqlite: anyChain, postgres: '' },
  ],
  synchronous: 'NORMAL',
};

/** A cross-chain server's database, held for one server alone. */
interface OpenDirectory {
  readonly db: Database<DirectoryTables>;
  close(): Promise<void>;
}

/** Opens the cross-chain server's database in an existing folder. */
export async function openDirectory(dataDir: string): Promise<OpenDirectory | DatabaseError | LockError> {
  const lock = takeLock(join(dataDir, LOCK_FILE));
  if ('code' in lock) return lock;
  const db = await openDatabase<DirectoryTables>(join(dataDir, DIRECTORY_FILE), DIRECTORY);
  if ('code' in db) {
    lock.release();
    return db;
  }
  return {
    db,
    async close() {
      await db.close();
      lock.release();
    },
  };
}
