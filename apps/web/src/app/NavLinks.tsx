import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { preload } from '../data/preload.ts';
import { HomeAnchor } from './HomeAnchor.tsx';
import type { NavLink } from './nav-links.ts';

const LINK =
  'flex min-h-11 items-center rounded-full px-3 font-medium whitespace-nowrap text-muted transition-colors hover:text-text aria-[current=page]:text-text';

/** Links of the navigation. The current screen's link is marked. */
export function NavLinks({
  links,
  className,
  linkClassName = '',
  onFollow,
}: {
  readonly links: readonly NavLink[];
  readonly className: string;
  readonly linkClassName?: string;
  readonly onFollow?: () => void;
}): ReactElement {
  const t = useTranslations('nav');
  const [location] = useLocation();
  return (
    <ul className={className}>
      {links.map(([key, path]) => {
        const Anchor = path.includes('#') ? HomeAnchor : Link;
        return (
          <li key={key}>
            <Anchor
              href={path}
              aria-current={location === path ? 'page' : undefined}
              className={`${LINK} ${linkClassName}`}
              onClick={() => onFollow?.()}
              onPointerEnter={() => preload(path)}
              onFocus={() => preload(path)}
            >
              {t(key)}
            </Anchor>
          </li>
        );
      })}
    </ul>
  );
}
