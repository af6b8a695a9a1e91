import type { ReactElement } from 'react';

/** Placeholder. */
export function SessionRoom(): ReactElement {
  return <h1 tabIndex={-1}>…</h1>;
}
