import type { Blockchain, SessionStatus } from '@popfray/protocol';
import type { Generated } from 'kysely';
import { createSql, openDatabase, type Database, type DatabaseError } from '../database/database.ts';
import { directory } from './migrations/001-directory.ts';

/** Name of the cross-chain server's database in DATA_DIR. */
export const DIRECTORY_FILE = 'cross-chain.db';

/** Every table of the cross-chain server's own database. Times are epoch ms. */
interface Directory {
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

/** SQL of this database. */
export const sql = createSql<Directory>();

/** Opens the cross-chain server's database file, or `:memory:`. */
export const openDirectory = (path: string): Database | DatabaseError => openDatabase(path, [directory]);
