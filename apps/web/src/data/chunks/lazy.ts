import { createElement, lazy as reactLazy, useState, type FunctionComponent, type ReactNode } from 'react';
import { handleMissingChunk } from '../api/connectivity.ts';
import { retryFailedStyles } from './failed-styles.ts';

/** Callbacks that reset the components whose chunk could not be fetched. */
const failedChunks = new Set<() => void>();

/** Error messages of browsers and Vite for a chunk or its styles that could not be fetched: Chromium, Firefox, WebKit, Vite. */
const CHUNK_ERROR = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether an error means that a chunk could not be fetched. */
export const isChunkError = (error: unknown): boolean => error instanceof Error && CHUNK_ERROR.test(error.message);

/** A component in a separate chunk, which can be preloaded. */
type LazyComponent<Component> = Component & { readonly load: () => Promise<void> };

/** As React's `lazy`, but a failed chunk can be fetched again, and `load` preloads it. */
export function lazy<Component extends (props: never) => ReactNode>(
  load: () => Promise<{ readonly default: Component }>,
): LazyComponent<Component> {
  let loaded: FunctionComponent<object> | null = null;
  const fetchChunk = async (): Promise<{ default: FunctionComponent<object> }> => {
    try {
      const [part] = await Promise.all([load(), retryFailedStyles()]);
      loaded = part.default as unknown as FunctionComponent<object>;
      return { default: loaded };
    } catch (error) {
      if (isChunkError(error)) void handleMissingChunk();
      failedChunks.add(() => {
        current = reactLazy(fetchChunk);
      });
      throw error;
    }
  };
  let current = reactLazy(fetchChunk);
  const Part = (props: object): ReactNode => {
    // A loaded component is rendered synchronously. The choice stays the same for the lifetime of the element.
    const [Shown] = useState(() => loaded ?? current);
    return createElement(Shown, props);
  };
  const ahead = { load: () => fetchChunk().then(() => undefined) };
  return Object.assign(Part as unknown as Component, ahead);
}

/** Resets all components whose chunk could not be fetched: the next render fetches it again. */
export function resetFailedChunks(): void {
  for (const forget of failedChunks) forget();
  failedChunks.clear();
}
