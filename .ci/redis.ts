/**
 * Run as a program (`node .ci/redis.ts`), it installs Redis for the tests where there is none and `.ci/browsers.ts` would install Chromium
 * with apt. Without Redis, the tests on it are skipped, and vitest.workspace.ts says so.
 */
import { findRedis } from '../apps/server/src/testing/redis-server.fixture.ts';
import { canInstallPackages, installPackage, preventServiceStart } from './debian.ts';

if (findRedis() === undefined && canInstallPackages()) {
  console.error('The tests need Redis and there is none: installing it with apt (as root on Debian).');
  const allowServiceStart = preventServiceStart();
  try {
    installPackage('redis-server');
  } finally {
    allowServiceStart();
  }
}
