import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';

const MARKS = { good: ['check', 'text-good'], bad: ['alert', 'text-caution'], plain: ['info', 'text-muted'] } as const;

/** What kind of a toast it is, at a glance. */
export function ToastMark({ kind }: { readonly kind: keyof typeof MARKS }): ReactElement {
  const [icon, colour] = MARKS[kind];
  return <Icon name={icon} className={`mt-0.5 size-5 shrink-0 ${colour}`} />;
}
