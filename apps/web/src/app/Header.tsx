import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { useGameSocket } from '../data/game-socket/state.ts';
import { PATHS } from '../data/paths.ts';
import { formatCount } from '../data/messages/numbers.ts';
import { preload } from '../data/preload.ts';
import { LanguageMenu } from '../features/settings/index.ts';
import { Dropdown } from '../ui/Dropdown.tsx';
import { useRootMark } from '../ui/root-mark.ts';
import { Icon } from '../ui/Icon.tsx';
import { Logo } from './Logo.tsx';
import { BAR_LINKS, MENU_LINKS, SUPPORT_LINKS } from './nav-links.ts';
import { NavLinks } from './NavLinks.tsx';
import { NetworkBadge } from './NetworkBadge.tsx';
import { SettingsLink } from './SettingsLink.tsx';
import { SoundControl } from './SoundControl.tsx';
import { WalletControl } from './WalletControl.tsx';

/** Sticky header of every screen. The wallet control is at its right end. */
export function Header(): ReactElement {
  const t = useTranslations('nav');
  const app = useTranslations('app');
  const [location] = useLocation();
  const host = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  // The path on which the menu was opened: it is closed on every other path.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === location;
  const close = (): void => setOpenOn(null);
  useRootMark('menu', isOpen);

  useEffect(() => {
    if (!isOpen) return;
    const escape = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      setOpenOn(null);
      toggle.current?.focus();
    };
    const leave = ({ target }: Event): void => {
      if (target instanceof Node && host.current?.contains(target) === false) setOpenOn(null);
    };
    document.addEventListener('keydown', escape);
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('keydown', escape);
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);

  return (
    // Slightly transparent: below an opaque bar Chromium does not draw the part of a field's lower edge that is as high as the bar.
    <header
      ref={host}
      className="shell-header sticky top-0 z-40 border-b border-line/60 bg-ink/99 upright:in-round:order-1 flat:in-play:order-1 [:root[data-play]:fullscreen_&]:hidden"
    >
      <div className="gutter mx-auto flex h-(--header) max-w-360 items-center gap-1 min-[30rem]:gap-2 flat:in-play:h-14">
        <Link
          href={PATHS.home}
          className="mr-auto flex min-h-11 items-center gap-2.5 xl:mr-3"
          onClick={close}
          onPointerEnter={() => preload(PATHS.home)}
          onFocus={() => preload(PATHS.home)}
        >
          <Logo className="size-7" />
          <span className="font-display text-[1.0625rem] font-bold tracking-tight max-[30rem]:sr-only xl:max-[85.375rem]:sr-only">
            {app('name')}
          </span>
        </Link>
        <nav aria-label={t('label')} className="mr-auto hidden items-center xl:flex">
          <NavLinks
            links={BAR_LINKS}
            className="flex items-center"
            linkClassName="aria-[current=page]:bg-raised xl:max-2xl:px-2.5"
            onFollow={close}
          />
          <Dropdown label={t('support')} className="action action-bare font-medium xl:max-2xl:px-2.5">
            <NavLinks links={SUPPORT_LINKS} className="flex flex-col" />
          </Dropdown>
        </nav>
        <OnlineCount />
        <NetworkBadge className="hidden lg:block" />
        <div className="hidden items-center sm:flex">
          <LanguageMenu hasName={false} />
          <SettingsLink />
        </div>
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
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-var(--header)-env(safe-area-inset-top))] overflow-y-auto overscroll-contain border-b border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-[0_1.5rem_2rem_rgb(0_0_0/0.4)] xl:hidden"
      >
        <div className="gutter grid gap-x-6 py-2 min-[30rem]:grid-cols-2">
          <NavLinks links={MENU_LINKS} className="flex flex-col" onFollow={close} />
          <div className="max-[30rem]:border-t max-[30rem]:border-line max-[30rem]:pt-2">
            <p className="px-3 py-2 text-sm font-semibold">{t('support')}</p>
            <NavLinks links={SUPPORT_LINKS} className="flex flex-col" onFollow={close} />
          </div>
        </div>
        <div className="gutter flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line py-2 lg:hidden">
          <NetworkBadge className="ml-3" />
          <div className="contents sm:hidden">
            <SettingsLink onFollow={close} />
            <LanguageMenu />
          </div>
          <div className="hidden max-[24rem]:block">
            <SoundControl />
          </div>
        </div>
      </nav>
    </header>
  );
}

/**
 * Number of visitors online. SPEC section 2, header: only on large screens, from 1,024 px. Between 1,280 and 1,536 px there is room for the
 * number only; screen readers still get the label.
 */
function OnlineCount(): ReactElement | null {
  const t = useTranslations('nav');
  const count = useGameSocket((state) => state.playerCount);
  if (count === null) return null;
  return (
    <p className="hidden items-center gap-2 px-2 text-sm whitespace-nowrap text-muted tabular-nums lg:flex">
      <span aria-hidden="true" className="size-2 rounded-full bg-good" />
      <span className="xl:max-2xl:sr-only">{t('online', { count })}</span>
      <span aria-hidden="true" className="hidden xl:max-2xl:inline">
        {formatCount(count)}
      </span>
    </p>
  );
}
