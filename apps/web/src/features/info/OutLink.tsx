import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';

/** Link to another site. It opens in a new tab and says so. */
export function OutLink({
  href,
  name,
  className = 'action action-quiet',
}: {
  readonly href: string;
  readonly name: string;
  readonly className?: string;
}): ReactElement {
  const t = useTranslations('info');
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" aria-label={t('out', { name })} className={className}>
      {name}
      <Icon name="out" className="size-4 shrink-0" />
    </a>
  );
}
