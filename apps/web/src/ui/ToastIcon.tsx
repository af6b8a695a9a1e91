import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';

const ICONS = { good: ['check', 'text-good'], bad: ['alert', 'text-caution'], plain: ['info', 'text-muted'] } as const;

/** Icon for the kind of a toast. */
export function ToastIcon({ kind }: { readonly kind: keyof typeof ICONS }): ReactElement {
  const [icon, colour] = ICONS[kind];
  return <Icon name={icon} className={`mt-0.5 size-5 shrink-0 ${colour}`} />;
}
