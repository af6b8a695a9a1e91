import type { ReactElement } from 'react';

/** Activity indicator. It is decorative: the text beside it names the activity. */
export function Pulse(): ReactElement {
  return (
    <span
      aria-hidden="true"
      className="size-2.5 shrink-0 animate-[pulse_1.2s_ease-in-out_infinite_alternate] rounded-full bg-current"
    />
  );
}
