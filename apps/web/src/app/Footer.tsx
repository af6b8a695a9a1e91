import { useRef, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../data/paths.ts';
import { HomeAnchor } from './HomeAnchor.tsx';
import { Logo } from './Logo.tsx';
import { ServiceStatus } from './ServiceStatus.tsx';

const LINK = 'inline-flex min-h-8 items-center transition-colors hover:text-text';

/** Footer of every screen. SPEC section 2, footer. */
export function Footer(): ReactElement {
  const t = useTranslations('footer');
  const nav = useTranslations('nav');
  const app = useTranslations('app');
  const host = useRef<HTMLElement>(null);
  return (
    <footer
      ref={host}
      className="shell-footer border-t border-line/60 text-sm text-muted upright:in-round:order-2 flat:in-play:order-2 [:root[data-play]:fullscreen_&]:hidden [:root[data-play][data-payments]_&]:order-2"
    >
      <div className="gutter mx-auto grid max-w-360 grid-cols-2 gap-x-8 gap-y-8 py-10 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="col-span-full max-w-xs lg:col-span-1">
          <p className="flex items-center gap-2 font-display font-bold text-text">
            <Logo className="size-5" />
            {app('name')}
          </p>
          <p className="mt-2">{t('tagline')}</p>
          <p className="mt-1">{t('note')}</p>
        </div>
        <FooterLinks
          title={t('games')}
          links={[
            [nav('freePlay'), PATHS.freePlay],
            [t('classic'), PATHS.game],
            [t('battle'), PATHS.lobby],
            [nav('daily'), PATHS.daily],
            [nav('upgrades'), PATHS.upgrades],
            [nav('leaderboard'), PATHS.leaderboard],
          ]}
        />
        <FooterLinks
          title={nav('support')}
          links={[
            [nav('howToPlay'), PATHS.howToPlay],
            [nav('walletSetup'), PATHS.walletSetup],
            [nav('faq'), PATHS.faq],
            [nav('contact'), PATHS.contact],
            [t('responsibly'), PATHS.playResponsibly],
            [t('verify'), PATHS.replay],
            [t('fairness'), PATHS.fairness],
          ]}
        />
        <div className="max-sm:col-span-full">
          <p className="font-semibold text-text">{t('status')}</p>
          <ServiceStatus host={host} />
        </div>
      </div>
    </footer>
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
        {links.map(([text, path]) => {
          const Anchor = path.includes('#') ? HomeAnchor : Link;
          return (
            <li key={path}>
              <Anchor href={path} className={LINK}>
                {text}
              </Anchor>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
