import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { serverNow } from '../../data/api/server-clock.ts';

const SECOND_MS = 1_000;

/** A number with two digits. */
const pad = (value: number): string => String(value).padStart(2, '0');

/** Time until the next seed, by the server's clock. */
export function Countdown({ endsAt }: { readonly endsAt: number }): ReactElement {
  const t = useTranslations('daily');
  const [nowMs, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((endsAt - nowMs) / SECOND_MS));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return (
    <div role="timer" aria-label={t('nextSpoken', { hours, minutes })}>
      <p aria-hidden="true" className="text-sm text-muted">
        {t('next')}
      </p>
      <p aria-hidden="true" className="figure mt-1 text-2xl md:text-3xl">
        {t('left', { hours: pad(hours), minutes: pad(minutes), seconds: pad(seconds % 60) })}
      </p>
    </div>
  );
}
