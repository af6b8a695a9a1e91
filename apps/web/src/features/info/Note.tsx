import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/Icon.tsx';

const ICONS: Readonly<Record<'plain' | 'good' | 'caution' | 'bad', IconName>> = {
  plain: 'info',
  good: 'check',
  caution: 'alert',
  bad: 'alert',
};

/** Highlighted note with the icon and colour of its kind. */
export function Note({
  kind = 'plain',
  title,
  children,
}: {
  readonly kind?: keyof typeof ICONS;
  readonly title?: string;
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <div className={`info-note info-note-${kind}`}>
      <Icon name={ICONS[kind]} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
