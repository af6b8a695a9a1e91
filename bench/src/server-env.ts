import { dirname, join } from 'node:path';
import { ROOT, WEB_DEV_CHAIN } from './build.ts';

/** The environment of a server on a free port, with a separate data folder, which contains the database when `databaseUrl` is empty. */
export const serverEnv = (dataDir: string, port = 0, databaseUrl = ''): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: '',
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  WEB_ROOT: join(ROOT, dirname(WEB_DEV_CHAIN.output)),
  // No limit reduces the rewards, so that each round is a credit in the ledger.
  REWARD_BUDGET_TRX: '1000000000',
});
