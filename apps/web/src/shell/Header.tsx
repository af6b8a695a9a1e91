import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { useGameSocket } from '../game-socket/state.ts';
import { PATHS, preload } from '../routes.ts';
import { Icon } from './Icon.tsx';
import { Logo } from './Logo.tsx';
import { NetworkBadge } from './NetworkBadge.tsx';
import { SoundControl } from './SoundControl.tsx';
import { WalletControl } from './WalletControl.tsx';

/** What the product has today, in the order of the navigation. */
const LINKS = [
  ['home', PATHS.home],
  ['lobby', PATHS.lobby],
  ['upgrades', PATHS.upgrades],
  ['freePlay', PATHS.freePlay],
  ['arena', PATHS.arena],
  ['replay', PATHS.replay],
] as const;

/** The same on a small window. SPEC section 2, header: no link to the store. */
const MENU_LINKS = LINKS.filter(([key]) => key !== 'upgrades');

/** The sticky bar above every screen. Its right end is the wallet's place. */
export function Header(): ReactElement {
  const t = useTranslations('nav');
  const app = useTranslations('app');
  const [location] = useLocation();
  const toggle = useRef<HTMLButtonElement>(null);
  // The menu is open on the screen it was opened on: going to another closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === location;

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpenOn(null);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen]);

  return (
    <header className="shell-header sticky top-0 z-40 border-b border-line/60 bg-ink">
      <div className="gutter mx-auto flex h-(--header) max-w-360 items-center gap-1 min-[30rem]:gap-2">
        <Link href={PATHS.home} className="mr-auto flex min-h-11 items-center gap-2.5 xl:mr-4">
          <Logo className="size-7" />
          <span className="font-display text-[1.0625rem] font-bold tracking-tight max-[30rem]:sr-only">
            {app('name')}
          </span>
        </Link>
        <nav aria-label={t('label')} className="mr-auto hidden xl:block">
          <NavLinks links={LINKS} className="flex items-center" onFollow={() => setOpenOn(null)} />
        </nav>
        <OnlineCount />
        <NetworkBadge className="hidden lg:block" />
        <div className="contents max-[24rem]:hidden">
          <SoundControl />
        </div>
        <WalletControl />
        <button
          ref={toggle}
          type="button"
          className="action action-bare action-icon xl:hidden"
          aria-expanded={isOpen}
          aria-controls="menu"
          aria-label={isOpen ? t('closeMenu') : t('openMenu')}
          onClick={() => setOpenOn(isOpen ? null : location)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
      </div>
      <nav
        id="menu"
        aria-label={t('label')}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full border-b border-line bg-surface xl:hidden"
      >
        <NavLinks links={MENU_LINKS} className="gutter flex flex-col py-2" onFollow={() => setOpenOn(null)} />
        <div className="gutter flex flex-wrap items-center gap-3 pb-3 lg:hidden">
          <NetworkBadge className="ml-3" />
          <div className="hidden max-[24rem]:block">
            <SoundControl />
          </div>
        </div>
      </nav>
    </header>
  );
}

/** Who else is here. SPEC section 2, header: large screens only. */
function OnlineCount(): ReactElement | null {
  const t = useTranslations('nav');
  const count = useGameSocket((state) => state.playerCount);
  if (count === null) return null;
  return (
    <p className="hidden items-center gap-2 px-2 text-sm whitespace-nowrap text-muted tabular-nums 2xl:flex">
      <span aria-hidden="true" className="size-2 rounded-full bg-good" />
      {t('online', { count })}
    </p>
  );
}

function NavLinks({
  links,
  className,
  onFollow,
}: {
  readonly links: readonly (typeof LINKS)[number][];
  readonly className: string;
  readonly onFollow: () => void;
}): ReactElement {
  const t = useTranslations('nav');
  const [location] = useLocation();
  return (
    <ul className={className}>
      {links.map(([key, path]) => (
        <li key={key}>
          <Link
            href={path}
            aria-current={location === path ? 'page' : undefined}
            className="flex min-h-11 items-center rounded-full px-3 font-medium text-muted transition-colors hover:text-text aria-[current=page]:text-text xl:aria-[current=page]:bg-raised"
            onClick={onFollow}
            onPointerEnter={() => preload(path)}
            onFocus={() => preload(path)}
          >
            {t(key)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
