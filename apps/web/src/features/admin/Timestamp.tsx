import type { ReactElement } from 'react';
import { useFormatter } from 'use-intl';

/** A time in short form, with the exact UTC time as a tooltip. */
export function Timestamp({ at }: { readonly at: number }): ReactElement {
  const write = useTimeFormat();
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {write(at)}
    </time>
  );
}

/** Returns a formatter of times for the desk: `Jan 15, 12:01:01`, with the year if it is not the current one. */
export function useTimeFormat(): (at: number) => string {
  const format = useFormatter();
  return (at) =>
    format.dateTime(at, {
      ...(new Date(at).getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
}
