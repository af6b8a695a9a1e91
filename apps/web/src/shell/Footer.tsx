import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useGameSocket } from '../game-socket/state.ts';
import { PATHS } from '../routes.ts';
import { Logo } from './Logo.tsx';

const LINK = 'inline-flex min-h-8 items-center transition-colors hover:text-text';

/** The quiet end of every screen. */
export function Footer(): ReactElement {
  const t = useTranslations('footer');
  const nav = useTranslations('nav');
  const app = useTranslations('app');
  return (
    <footer className="shell-footer border-t border-line/60 text-sm text-muted">
      <div className="gutter mx-auto flex max-w-360 flex-col gap-8 py-8 sm:flex-row sm:justify-between">
        <div className="max-w-xs">
          <p className="flex items-center gap-2 font-display font-bold text-text">
            <Logo className="size-5" />
            {app('name')}
          </p>
          <p className="mt-2">{t('tagline')}</p>
          <p className="mt-1">{t('note')}</p>
          <GameServers />
        </div>
        <div className="flex gap-14">
          <FooterLinks
            title={t('games')}
            links={[
              [nav('freePlay'), PATHS.freePlay],
              [nav('arena'), PATHS.arena],
              [nav('lobby'), PATHS.lobby],
              [t('upgrades'), PATHS.upgrades],
            ]}
          />
          <FooterLinks
            title={t('tools')}
            links={[
              [t('verify'), PATHS.replay],
              [t('howItWorks'), PATHS.howItWorks],
            ]}
          />
        </div>
      </div>
    </footer>
  );
}

/** The dot of each state of the game socket. */
const DOTS = { connected: 'bg-good', connecting: 'bg-muted', disconnected: 'bg-caution' } as const;

/** Whether the game server answers, by the live socket. SPEC section 2, footer. */
function GameServers(): ReactElement {
  const t = useTranslations('footer.servers');
  const status = useGameSocket((state) => state.status);
  return (
    <p className="mt-3 flex items-center gap-2">
      <span aria-hidden="true" className={`size-2 rounded-full ${DOTS[status]}`} />
      {t(status)}
    </p>
  );
}

function FooterLinks({
  title,
  links,
}: {
  readonly title: string;
  readonly links: readonly (readonly [text: string, path: string])[];
}): ReactElement {
  return (
    <div>
      <p className="font-semibold text-text">{title}</p>
      <ul className="mt-1">
        {links.map(([text, path]) => (
          <li key={path}>
            {/* The router does not follow anchors; the browser does. */}
            {path.includes('#') ? (
              <a href={path} className={LINK}>
                {text}
              </a>
            ) : (
              <Link href={path} className={LINK}>
                {text}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
