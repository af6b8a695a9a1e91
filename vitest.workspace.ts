import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, chromiumPath } from './.ci/browsers.ts';
import { serverCommands } from './apps/web/server-commands.fixture.ts';
import { chainCommands } from './packages/tron/src/dev-wallet/chain-commands.fixture.ts';

const executablePath = chromiumPath();

/** The folders that hold tests, each file beside its module. */
const FOLDERS = '{packages/*,apps/*,bench,.ci}';

/** In ms. A slow machine gets the time it needs; a hang still ends. */
const PATIENCE = { testTimeout: 20_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...PATIENCE,
          name: 'node',
          environment: 'node',
          include: [`${FOLDERS}/**/*.test.{ts,tsx}`],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.{ts,tsx}'],
          // The node tests go first, so that frame-by-frame browser tests have the processor to themselves.
          sequence: { groupOrder: 1 },
          maxWorkers: '100%',
        },
      },
      {
        // The web app's own config and root, so that a test's page is made as the product's pages are.
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          ...PATIENCE,
          name: 'browser',
          dir: import.meta.dirname,
          include: [`${FOLDERS}/**/*.browser.test.{ts,tsx}`],
          exclude: ['**/node_modules/**', '**/dist/**'],
          sequence: { groupOrder: 2 },
          // One file at a time: two pages drawing WebGL in software would starve each other of frames.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { ...chainCommands, ...serverCommands },
            provider: playwright({
              launchOptions: { args: [...CHROMIUM_ARGS], ...(executablePath !== undefined && { executablePath }) },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1366, height: 768 } }],
          },
        },
      },
    ],
  },
});
