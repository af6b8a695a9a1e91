import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { ScreenRow } from './src/app/screens.ts';

/**
 * The table of screens, for the scripts of the build. It is imported by a path that is not known before: otherwise Vite would bundle all
 * screens into its configuration.
 */
export async function readScreens(root: string): Promise<readonly ScreenRow[]> {
  const table = (await import(pathToFileURL(join(root, 'src/app/screens.ts')).href)) as {
    readonly SCREENS: readonly ScreenRow[];
  };
  return table.SCREENS;
}

/** Path of the module of a screen's component from the root of the web app. */
export const moduleOf = ({ feature, component }: ScreenRow): string => `/src/features/${feature}/${component}.tsx`;

/** Lines of the table that only the scripts of the build and the tests read. */
const BUILD_ONLY = /^ +(?:(?:feature|component|title): '[^']*'|isOffline: true),$/gm;

/** Leaves out of the table what only the build reads: every page loads the table. */
export const screensOfPage = (): Plugin => ({
  name: 'screens-of-page',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/app\/screens\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(BUILD_ONLY, ''), map: null }),
  },
});
