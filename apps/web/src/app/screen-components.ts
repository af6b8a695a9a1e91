import { lazy } from '../data/chunks/lazy.ts';
import { withTexts } from '../data/messages/texts.ts';
import { deferField, hasPlayed, importField } from '../features/play/index.ts';
import { hasEarlyInput, waitForRelease } from './early-input.ts';
import { keepPrerendered } from './PrerenderedScreen.tsx';
import { SCREENS, type ScreenComponent, type ScreenRow } from './screens.ts';

/** Loads the field in parallel with a screen that shows it. A failure is reported by the field's frame. */
const startField = (): void => void importField().catch(() => undefined);

/** Loads a screen's component and its catalogues. */
const loadScreen = ({ load, texts }: ScreenRow): Promise<ScreenComponent> => withTexts(load(), ...texts);

/** The screen of the page that has been opened while it waits for its field. */
let deferred: { readonly row: ScreenRow; readonly started: Promise<unknown> } | null = null;

/** A screen's component in a separate chunk, to keep the first page small. */
function createComponent(row: ScreenRow) {
  return lazy(async () => {
    if (row.hasField === true) startField();
    if (deferred?.row === row) await deferred.started;
    const Component = await loadScreen(row);
    await waitForRelease();
    return { default: Component };
  });
}

/** Every screen with the component that renders it. */
export const SCREEN_COMPONENTS = SCREENS.map((row) => ({ row, Component: createComponent(row) }));

const findScreen = (path: string) => SCREEN_COMPONENTS.find(({ row }) => baseOf(row.paths[0]) === path);

/** A path without its parameters. */
const baseOf = (path: string): string => path.replace(/\/:.*$/, '');

/**
 * Loads the chunk of a path's screen if that screen is prerendered: static-pages.ts. One with a field is loaded together with the field
 * (decision 0032), unless the page has to show what only the component knows.
 */
export async function loadPrerendered({ pathname, search, hash }: Location): Promise<void> {
  const screen = findScreen(pathname);
  if (screen?.row.prerendered === undefined) return;
  const { row, Component } = screen;
  if (row.hasField === true) {
    const started = deferField();
    if (search + hash === '' && !hasPlayed() && !hasEarlyInput()) {
      deferred = { row, started };
      keepPrerendered(row.paths[0]);
      return;
    }
  }
  await Component.load();
}

/** Preloads what a path's screen needs, before the click. A failure is reported when the screen is opened. */
export function preloadScreen(path: string): void {
  const [name = ''] = path.split('?');
  const row = findScreen(name)?.row;
  if (row?.preload === undefined) return;
  const load = (): void =>
    void Promise.all([loadScreen(row), row.preload === 'field' && importField()]).catch(() => undefined);
  // In an idle moment, so that the evaluation of the code does not delay a click that follows. Safari has no idle callbacks.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load);
  else setTimeout(load);
}
