import type { ReactElement } from 'react';

/** Placeholder. */
export function GameRoom(): ReactElement {
  return <h1 tabIndex={-1}>…</h1>;
}
