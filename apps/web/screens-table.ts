import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
