import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import '../../ui/screens.css';

/** Link to a transaction in the network's explorer; null where the network has none. */
export function ExplorerLink({
  href,
  isSmall = false,
}: {
  readonly href: string | null;
  /** Whether it stands in a line of text. */
  readonly isSmall?: boolean;
}): ReactElement | null {
  const t = useTranslations('money');
  if (href === null) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('explorer')}
      title={t('explorer')}
      className={`action action-bare action-icon ${isSmall ? 'min-h-7 w-7 flex-none' : ''}`}
    >
      <Icon name="out" className={isSmall ? 'size-4' : 'size-5 shrink-0'} />
    </a>
  );
}
