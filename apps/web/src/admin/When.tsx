import type { ReactElement } from 'react';
import { useFormatter } from 'use-intl';

/** A moment: short to read, exact in UTC on asking. */
export function When({ at }: { readonly at: number }): ReactElement {
  const write = useWhen();
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {write(at)}
    </time>
  );
}

/** Writes a moment as the desk shows it: `Jan 15, 12:01:01`; another year's with its year. */
export function useWhen(): (at: number) => string {
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
