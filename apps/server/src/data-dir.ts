import { mkdirSync } from 'node:fs';

/** Why a folder cannot be used. */
export interface DataDirError {
  readonly code: 'ERR_DATA_DIR';
  /** What is wrong, for a person. */
  readonly message: string;
}

/** Makes the folder of a server's data, for this server alone, unless it is there. Returns why that is impossible. */
export function makeDataDir(path: string): DataDirError | undefined {
  try {
    // Signed payouts are in it.
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return undefined;
  } catch (error) {
    return { code: 'ERR_DATA_DIR', message: `DATA_DIR ${path} cannot be made: ${(error as Error).message}.` };
  }
}
