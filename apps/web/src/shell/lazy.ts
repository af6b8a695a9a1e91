import { createElement, lazy as reactLazy, useState, type FunctionComponent, type ReactNode } from 'react';
import { notePartMissing } from '../api/reach.ts';
import { fetchMissingStyles } from './missing-styles.ts';

/** What is done to have parts that could not be fetched asked for anew. */
const missing = new Set<() => void>();

/** What browsers say of a chunk, or the styles of one, that could not be fetched: Chromium, Firefox, WebKit, Vite. */
const MISSING = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether something was thrown because a part of the page could not be fetched. */
export const isPartMissing = (error: unknown): boolean => error instanceof Error && MISSING.test(error.message);

/** A component that comes in a chunk of its own, and can be fetched ahead. */
type Part<Component> = Component & { readonly load: () => Promise<void> };

/** A component that comes in a chunk of its own. Unlike with React's own `lazy`, it can be fetched again after a failure. */
export function lazy<Component extends (props: never) => ReactNode>(
  load: () => Promise<{ readonly default: Component }>,
): Part<Component> {
  let loaded: FunctionComponent<object> | null = null;
  const fetchPart = async (): Promise<{ default: FunctionComponent<object> }> => {
    try {
      const [part] = await Promise.all([load(), fetchMissingStyles()]);
      loaded = part.default as unknown as FunctionComponent<object>;
      return { default: loaded };
    } catch (error) {
      if (isPartMissing(error)) void notePartMissing();
      missing.add(() => {
        current = reactLazy(fetchPart);
      });
      throw error;
    }
  };
  let current = reactLazy(fetchPart);
  const Part = (props: object): ReactNode => {
    // What is here is shown at once; and what has begun as one thing goes on as that.
    const [Shown] = useState(() => loaded ?? current);
    return createElement(Shown, props);
  };
  const ahead = { load: () => fetchPart().then(() => undefined) };
  return Object.assign(Part as unknown as Component, ahead);
}

/** Has all parts that could not be fetched asked for anew by whoever shows them next. */
export function forgetMissingParts(): void {
  for (const forget of missing) forget();
  missing.clear();
}
