import type { ReactElement } from 'react';
import { useRootMark } from '../ui/root-mark.ts';

/** A screen with a field as the build has rendered it: static-pages.ts. */
interface Kept {
  /** Its first path, as in the table of screens. */
  readonly path: string;
  readonly nodes: readonly ChildNode[];
}

let kept: Kept | null = null;

/** Keeps the prerendered screen, which stays in the page until the component of its path has loaded. */
export function keepPrerendered(path: string): void {
  kept = { path, nodes: [...(document.getElementById('content')?.childNodes ?? [])] };
}

/** Drops it, because a component has been rendered. */
export function dropPrerendered(): void {
  kept = null;
}

/** Whether the screen of a path is such a one. */
export const isPrerendered = (path: string): boolean => kept?.path === path;

/** The screen as it was prerendered. What a reader does with it is done again with the component: early-input.ts. */
export function PrerenderedScreen(): ReactElement {
  useRootMark('play');
  return <div data-prerendered className="contents" ref={(host) => host?.append(...(kept?.nodes ?? []))} />;
}
