import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { TracedRound } from './path-trail.ts';

/** Switch that shows and hides the pointer's path; for a path that cannot be read, a line that says so. */
export function PathSwitch({
  round,
  isShown,
  onChange,
}: {
  /** Null for a path that cannot be read. */
  readonly round: TracedRound | null;
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
}): ReactElement {
  const t = useTranslations('replay.path');
  if (round === null) return <p className="text-sm text-muted">{t('bad')}</p>;
  return (
    <label className="flex w-fit items-center gap-2 text-sm">
      <input type="checkbox" checked={isShown} onChange={(event) => onChange(event.currentTarget.checked)} />
      {t('shown')}
    </label>
  );
}
