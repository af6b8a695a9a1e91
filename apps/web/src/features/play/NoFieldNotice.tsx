import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';

/** Whether this browser can draw a field: its bubbles are first painted on a 2D canvas. */
const canDraw = (): boolean => document.createElement('canvas').getContext('2d') !== null;

/** Warning before paying for a battle in a browser that cannot show one, with what works there. */
export function NoFieldNotice(): ReactElement | null {
  const t = useTranslations('field');
  const [isBlind] = useState(() => !canDraw());
  if (!isBlind) return null;
  return (
    <p role="alert" className="mt-4 flex items-start gap-2 text-sm text-caution">
      <Icon name="alert" />
      {t('unsupported')}
    </p>
  );
}
