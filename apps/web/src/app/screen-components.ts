import { lazy } from '../data/chunks/lazy.ts';
import { withTexts } from '../data/messages/texts.ts';
import { Landing } from '../features/landing/index.ts';
import { deferField, importField } from '../features/play/index.ts';
import { SCREENS, type ScreenComponent, type ScreenRow } from './screens.ts';

/** Loads the field in parallel with a screen that shows it. A failure is reported by the field's frame. */
const startField = (): void => void importField().catch(() => undefined);

/** Loads a screen's component and its catalogues. */
const loadScreen = ({ load, texts }: ScreenRow): Promise<ScreenComponent> =>
  withTexts(load === undefined ? Promise.resolve(Landing) : load(), ...texts);

/** A screen's component in a separate chunk, to keep the first page small. */
function createComponent(row: ScreenRow) {
  return lazy(async () => {
    if (row.hasField === true) startField();
    return { default: await loadScreen(row) };
  });
}

const LAZY = new Map(SCREENS.filter(({ load }) => load !== undefined).map((row) => [row, createComponent(row)]));

/** The component that renders a screen. */
export const componentOf = (row: ScreenRow): ScreenComponent => LAZY.get(row) ?? Landing;

const findScreen = (path: string): ScreenRow | undefined =>
  SCREENS.find(({ paths: [first] }) => baseOf(first) === path);

/** A path without its parameters. */
const baseOf = (path: string): string => path.replace(/\/:.*$/, '');

/** Loads the chunk of a path's screen if that screen is prerendered: static-pages.ts. */
export async function loadPrerendered(path: string): Promise<void> {
  const row = findScreen(path);
  if (row?.isPrerendered !== true) return;
  if (row.hasField === true) void deferField();
  await LAZY.get(row)?.load();
}

/** Preloads what a path's screen needs, before the click. A failure is reported when the screen is opened. */
export function preloadScreen(path: string): void {
  const [name = ''] = path.split('?');
  const row = findScreen(name);
  if (row?.preload === undefined) return;
  void Promise.all([loadScreen(row), row.preload === 'field' && importField()]).catch(() => undefined);
}
