import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { ScreenRow } from './src/app/screens.ts';

/** The module with the table of screens. */
interface ScreensModule {
  readonly SCREENS: readonly ScreenRow[];
  readonly REDIRECTS: readonly (readonly [from: string, to: string])[];
}

/**
 * The table of screens, for the scripts of the build. It is imported by a path that is not known before: otherwise Vite would bundle all
 * screens into its configuration.
 */
export async function readScreens(root: string): Promise<ScreensModule> {
  return (await import(pathToFileURL(join(root, 'src/app/screens.ts')).href)) as ScreensModule;
}

/** All paths that the web app's router matches, for the server. */
export const listPaths = ({ SCREENS, REDIRECTS }: ScreensModule): { screens: string[]; redirects: string[] } => ({
  screens: SCREENS.flatMap(({ paths }) => paths),
  redirects: REDIRECTS.map(([from]) => from),
});

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
