import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';

/** Link to a transaction in the network's explorer; null where the network has none. */
export function ExplorerLink({ href }: { readonly href: string | null }): ReactElement | null {
  const t = useTranslations('money');
  if (href === null) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('explorer')}
      title={t('explorer')}
      className="action action-bare action-icon"
    >
      <Icon name="out" />
    </a>
  );
}
