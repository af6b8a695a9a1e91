import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { usePlatformStats } from '../../data/platform/platform-stats.ts';
import { PATHS, SOLO_ARENA } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { POINTS_PER_TRX } from '../../data/rules.ts';
import { WalletAction } from '../wallet/index.ts';

/** The modes with their colour and path; no path for a mode that is not available yet. */
const MODES = [
  { key: 'free', mark: 'bg-good', path: PATHS.freePlay, needsSignIn: false },
  { key: 'classic', mark: 'bg-tron', path: SOLO_ARENA, needsSignIn: true },
  { key: 'battle', mark: 'bg-chain', path: PATHS.lobby, needsSignIn: true },
  { key: 'tournament', mark: 'bg-caution', path: null, needsSignIn: true },
] as const;

/** Cards of all modes, including those that are not available yet. */
export function ModeCards(): ReactElement {
  const t = useTranslations('landing');
  const isSignedIn = useAccount((state) => state.player !== null);
  const { stats } = usePlatformStats();
  return (
    <section className="gutter mx-auto max-w-360 py-16">
      <h2 className="text-xl md:text-2xl">{t('modes')}</h2>
      {stats.isPaidPlayPaused === true && (
        <p role="status" className="mt-3 text-caution">
          {t('paused')}
        </p>
      )}
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {MODES.map(({ key, mark, path, needsSignIn }) => (
          <li key={key} className="flex flex-col rounded-3xl bg-surface p-6">
            <p className="flex items-center gap-2 text-sm font-medium text-muted">
              <span aria-hidden="true" className={`size-2.5 rounded-full ${mark}`} />
              {t(`${key}.fee`)}
            </p>
            <h3 className="mt-3 text-lg">{t(`${key}.title`)}</h3>
            <p className="mt-2 mb-6 text-muted">{t(`${key}.text`, { points: POINTS_PER_TRX })}</p>
            {path === null && (
              <button type="button" disabled className="action mt-auto">
                {t(`${key}.action`)}
              </button>
            )}
            {path !== null && needsSignIn && !isSignedIn && <WalletAction className="action action-quiet mt-auto" />}
            {path !== null && (isSignedIn || !needsSignIn) && (
              <Link
                href={path}
                className="action action-quiet mt-auto"
                onPointerEnter={() => preload(path)}
                onFocus={() => preload(path)}
              >
                {t(`${key}.action`)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
