import { useId, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { usePolled } from '../../data/api/polled.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { Icon } from '../../ui/Icon.tsx';
import { liveBattles } from './live-battles.ts';
import '../../ui/screens.css';

/** The battles that are played now, each with a link to watch it. */
export function LiveBattles(): ReactElement {
  const t = useTranslations('liveBattles');
  const format = useFormatter();
  const id = useId();
  const { value, hasFailed } = usePolled(liveBattles);
  return (
    <section aria-labelledby={id} aria-busy={value === null && !hasFailed} className="rounded-3xl bg-surface p-5">
      <h2 id={id} className="flex items-center gap-2.5 text-lg">
        <Icon name="eye" className="size-5 shrink-0 text-good" />
        {t('title')}
      </h2>
      {value === null || value.length === 0 ? (
        <p role="status" className="mt-2 text-muted">
          {value === null ? t(hasFailed ? 'failed' : 'loading') : t('empty')}
        </p>
      ) : (
        <ul className="mt-2 divide-y divide-line/60">
          {value.map(({ sessionId, entryFeeSun, players }) => {
            const names = format.list(players.map(({ username }) => username));
            const path = `${PATHS.watch}/${sessionId}`;
            return (
              <li key={sessionId} className="flex items-center justify-between gap-3 py-2">
                <div className="min-w-0">
                  <p className="line-clamp-2 font-medium [overflow-wrap:anywhere]">{names}</p>
                  <p className="text-sm text-muted">
                    {entryFeeSun === 0 ? t('free') : t('fee', { fee: trx.exact(entryFeeSun) })}
                  </p>
                </div>
                <Link
                  href={path}
                  aria-label={t('watchOne', { names })}
                  className="action action-quiet shrink-0"
                  onPointerEnter={() => preload(PATHS.watch)}
                  onFocus={() => preload(PATHS.watch)}
                >
                  {t('watch')}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {value !== null && hasFailed && (
        <p role="status" className="mt-2 text-sm text-caution">
          {t('failed')}
        </p>
      )}
    </section>
  );
}
