import { useRound } from '@popfray/react';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { ConnectedStore } from './ConnectionNotice.tsx';

const BARS = { good: 3, fair: 2, poor: 1, none: 0 } as const;

const COLOURS = { good: 'fill-good', fair: 'fill-caution', poor: 'fill-tron', none: 'fill-tron' } as const;

/** Quality of the connection, and the number of clicks lost because of it. */
export function ConnectionQuality({ store }: { readonly store: ConnectedStore }): ReactElement {
  const t = useTranslations('connection');
  const quality = useRound(store, (state) => (state.connection === 'open' ? state.quality : 'none'));
  const lostClicks = useRound(store, (state) => state.lostClicks);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <svg viewBox="0 0 18 14" aria-hidden="true" className="h-3.5">
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 6}
            y={14 - bar * 4.5}
            width="4"
            height={bar * 4.5}
            rx="1"
            className={bar <= BARS[quality] ? COLOURS[quality] : 'fill-line'}
          />
        ))}
      </svg>
      {t(`quality.${quality}`)}
      {lostClicks > 0 && <span className="text-caution">{t('lostClicks', { clicks: lostClicks })}</span>}
    </p>
  );
}
