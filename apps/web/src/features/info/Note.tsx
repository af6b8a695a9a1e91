import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/Icon.tsx';

const ICONS: Readonly<Record<'plain' | 'good' | 'caution' | 'bad', IconName>> = {
  plain: 'info',
  good: 'check',
  caution: 'alert',
  bad: 'alert',
};

const LOOKS = {
  plain: 'bg-surface in-data-card:bg-raised',
  good: 'bg-surface in-data-card:bg-raised',
  caution:
    'bg-[color-mix(in_srgb,var(--color-caution)_10%,var(--color-ink))] in-data-card:bg-[color-mix(in_srgb,var(--color-caution)_12%,var(--color-surface))]',
  bad: 'bg-[color-mix(in_srgb,var(--color-tron)_12%,var(--color-ink))] in-data-card:bg-[color-mix(in_srgb,var(--color-tron)_14%,var(--color-surface))]',
} as const;

const COLOURS = { plain: '', good: 'text-good', caution: 'text-caution', bad: 'text-tron' } as const;

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
    <div
      className={`flex items-start gap-3 rounded-2xl px-4.5 py-3.5 in-data-card:[&_.action-quiet]:bg-line ${LOOKS[kind]}`}
    >
      <Icon name={ICONS[kind]} className={`mt-[0.2rem] size-5 shrink-0 ${COLOURS[kind]}`} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
