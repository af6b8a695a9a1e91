import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../data/paths.ts';
import { preload } from '../data/preload.ts';
import { Icon } from '../ui/Icon.tsx';

/** Link to the settings, shown to guests too. */
export function SettingsLink({ onFollow }: { readonly onFollow?: () => void }): ReactElement {
  const t = useTranslations('nav');
  return (
    <Link
      href={PATHS.settings}
      aria-label={t('settings')}
      className="action action-bare action-icon"
      onClick={() => onFollow?.()}
      onPointerEnter={() => preload(PATHS.settings)}
      onFocus={() => preload(PATHS.settings)}
    >
      <Icon name="sliders" />
    </Link>
  );
}
