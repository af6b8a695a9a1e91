import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, chromiumPath } from './.ci/browsers.ts';
import { findDatabaseTests } from './.ci/database-tests.ts';
import { LongTestsFirst } from './.ci/long-tests-first.ts';
import { findPostgres, POSTGRES_SKIPPED, postgresUrl } from './apps/server/src/testing/postgres-programs.fixture.ts';
import { findRedis, REDIS_SKIPPED } from './apps/server/src/testing/redis-server.fixture.ts';
import { mediaCommands } from './apps/web/media-commands.fixture.ts';
import { serverCommands } from './apps/web/server-commands.fixture.ts';
import { chainCommands } from './packages/tron/src/dev-wallet/chain-commands.fixture.ts';

const executablePath = chromiumPath();

/** The folders that hold tests, each file beside its module. */
const FOLDERS = '{packages/*,apps/*,bench,.ci}';

/**
 * Time limits, ms. They only end tests that hang: every wait ends by its condition, and a busy machine may be several times slower than an
 * idle one. A test names a limit only where the limit is what it checks, or where it needs a longer one.
 */
const LIMITS = { testTimeout: 90_000, hookTimeout: 90_000, expect: { poll: { timeout: 30_000 } } };

/**
 * Node tests that run at once: more than the two processors of a small machine, because whole rounds and battles wait most of the time. With
 * PostgreSQL, three of them took 982 s there, and four 814 s.
 */
const WORKERS = 4;

/**
 * Tests of the field with WebGL, which Chromium emulates here. Beside other pages, or in a browser that has had hundreds of them, some of these fields
 * draw no frame.
 */
const WEBGL = 'packages/{react,renderer}/**/*.browser.test.{ts,tsx}';

/**
 * The test that uses up a page's WebGL contexts. Afterwards Chromium's software renderer sometimes draws no more frames, so no other test
 * runs in the same browser.
 */
const CONTEXTS = 'packages/renderer/src/mount.browser.test.ts';

/**
 * Tests of modules that have no state and take what they need as arguments. The files that a worker runs share its modules, which saves the time of
 * their imports. All other Node tests have modules of their own. The simulation replaces the timers of its process.
 */
const SHARED = [
  'apps/server/src/!(simulation)/**/*.test.ts',
  '{apps/replay,packages/{engine,protocol,chain,tron}}/**/*.test.ts',
];

const BROWSER_TESTS = '**/*.browser.test.{ts,tsx}';

/** Property tests generate the same values in each run, and what a file replaced of its process is real again for the next file. */
const SETUP_FILES = ['.ci/property-seed.ts', '.ci/restore-process.ts'];

const NOWHERE = ['**/node_modules/**', '**/dist/**'];

/** Tests in a real browser, on pages made as the product's are: by the web app's own config and root. */
const inBrowser = {
  extends: './apps/web/vite.config.ts',
  root: 'apps/web',
} as const;

/** Returns a new object for each project, because Vitest writes into it. */
const inBrowserTest = () => ({
  ...LIMITS,
  dir: import.meta.dirname,
  setupFiles: `${import.meta.dirname}/apps/web/src/testing/empty-storage.ts`,
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    commands: { ...chainCommands, ...serverCommands, ...mediaCommands },
    provider: playwright({
      launchOptions: { args: [...CHROMIUM_ARGS], ...(executablePath !== undefined && { executablePath }) },
    }),
    instances: [{ browser: 'chromium' as const, viewport: { width: 1366, height: 768 } }],
  },
});

/** The servers that these variables name are not for the programs that tests start. An empty value counts as unset. */
const PROGRAM_ENV = { DATABASE_URL: '', REDIS_URL: '' };

/** Whether the server's tests run on PostgreSQL too. */
const isPostgresWanted = process.env['TEST_POSTGRES'] === '1';
const hasPostgres = postgresUrl() !== undefined || findPostgres() !== undefined;
if (!hasPostgres) console.warn(POSTGRES_SKIPPED);
if (findRedis() === undefined) console.warn(REDIS_SKIPPED);

/** Options of Node tests. */
const inNodeTest = () => ({
  ...LIMITS,
  environment: 'node' as const,
  env: PROGRAM_ENV,
  setupFiles: SETUP_FILES,
  // They go first, so that tests which wait for frames do not share the processor with them.
  sequence: { groupOrder: 1 },
  maxWorkers: WORKERS,
});

/** The server's tests with a database, on PostgreSQL. It has no files where there is no PostgreSQL. */
const onPostgres = {
  test: {
    ...inNodeTest(),
    name: 'postgres',
    isolate: false,
    env: { TEST_DATABASE: 'postgres', ...PROGRAM_ENV },
    globalSetup: 'apps/server/src/testing/postgres-setup.fixture.ts',
    setupFiles: [...SETUP_FILES, 'apps/server/src/testing/test-database.fixture.ts'],
    include: findDatabaseTests(),
    // The simulation creates its database itself, so it would only run twice.
    exclude: hasPostgres ? [...NOWHERE, 'apps/server/src/simulation/**'] : ['**'],
  },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongTestsFirst },
    projects: [
      {
        test: {
          ...inNodeTest(),
          name: 'node',
          globalSetup: '.ci/site-builds-setup.ts',
          include: [`${FOLDERS}/**/*.test.{ts,tsx}`],
          exclude: [...NOWHERE, BROWSER_TESTS, ...SHARED],
        },
      },
      {
        test: {
          ...inNodeTest(),
          name: 'modules',
          isolate: false,
          include: SHARED,
          exclude: [...NOWHERE, BROWSER_TESTS],
        },
      },
      {
        ...inBrowser,
        test: {
          ...inBrowserTest(),
          name: 'browser',
          include: [`${FOLDERS}/**/*.browser.test.{ts,tsx}`],
          exclude: [...NOWHERE, WEBGL],
          sequence: { groupOrder: 2 },
          // They wait for the chain, the server and the frames of their fields most of the time.
          maxWorkers: 3,
        },
      },
      {
        ...inBrowser,
        test: {
          ...inBrowserTest(),
          name: 'webgl',
          include: [WEBGL],
          exclude: [...NOWHERE, CONTEXTS],
          sequence: { groupOrder: 3 },
          fileParallelism: false,
        },
      },
      {
        ...inBrowser,
        test: {
          ...inBrowserTest(),
          name: 'contexts',
          include: [CONTEXTS],
          sequence: { groupOrder: 4 },
          fileParallelism: false,
        },
      },
      ...(isPostgresWanted ? [onPostgres] : []),
    ],
  },
});
