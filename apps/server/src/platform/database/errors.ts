/** Why a database cannot be used. */
export interface DatabaseError {
  readonly code: 'ERR_DATABASE_OPEN' | 'ERR_DATABASE_NEWER' | 'ERR_DATABASE_OLDER';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** Checks a database's version. Returns the error for any other than the wanted one. */
export function checkVersion(name: string, version: number, wanted: number): DatabaseError | undefined {
  if (version === wanted) return undefined;
  const message = `The database ${name} is of version ${version}; this server knows ${wanted}.`;
  return version > wanted
    ? { code: 'ERR_DATABASE_NEWER', message: `${message} Run a newer server.` }
    : { code: 'ERR_DATABASE_OLDER', message: `${message} Start the server with it once.` };
}

/**
 * A query or a transaction could not be run now. `ERR_DATABASE_DOWN`: PostgreSQL cannot be reached, or its disk is full.
 * `ERR_DATABASE_BUSY`: no connection was free in time, a statement took too long, or a transaction met a conflict at every attempt.
 */
export class DatabaseUnavailableError extends Error {
  readonly code: 'ERR_DATABASE_DOWN' | 'ERR_DATABASE_BUSY';

  constructor(code: DatabaseUnavailableError['code'], cause: unknown) {
    super(`${code}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'DatabaseUnavailableError';
    this.code = code;
  }
}
