/**
 * Run as a program (`node .ci/postgres.ts`), it installs PostgreSQL for the tests where there is none and `.ci/browsers.ts` would install
 * Chromium with apt. Without PostgreSQL, the tests on it are skipped, and vitest.workspace.ts says so.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findPostgres, postgresUrl } from '../apps/server/src/testing/postgres-programs.fixture.ts';
import { startPostgres } from '../apps/server/src/testing/postgres-server.fixture.ts';
import { canInstallPackages, installPackage } from './debian.ts';

/** Debian creates and starts a cluster when it installs a server, unless a file in this folder says otherwise. */
const CLUSTER_CONFIG = '/etc/postgresql-common/createcluster.d/popfray.conf';

function install(): void {
  if (!canInstallPackages()) return;
  console.error('The tests need PostgreSQL and there is none: installing it with apt (as root on Debian).');
  mkdirSync(dirname(CLUSTER_CONFIG), { recursive: true });
  writeFileSync(CLUSTER_CONFIG, 'create_main_cluster = false\n');
  try {
    installPackage('postgresql');
  } finally {
    rmSync(CLUSTER_CONFIG);
  }
}

/** Exit code of the program: 1 when DATABASE_URL names a server that cannot be used, 0 otherwise. */
async function main(): Promise<number> {
  if (postgresUrl() !== undefined) {
    try {
      await startPostgres();
      return 0;
    } catch (error) {
      console.error((error as Error).message);
      return 1;
    }
  }
  if (findPostgres() === undefined) install();
  return 0;
}

if (import.meta.main) process.exitCode = await main();
