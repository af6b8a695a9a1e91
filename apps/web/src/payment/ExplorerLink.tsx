import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../shell/Icon.tsx';

/** Where a transaction can be looked up, beside its id; nothing where the network has no explorer. */
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
