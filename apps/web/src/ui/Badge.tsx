import type { ReactElement, ReactNode } from 'react';

const TONES = { good: 'text-good', caution: 'text-caution', bad: 'text-tron', muted: 'text-muted' } as const;

/** What the colour of a badge means. */
export type Tone = keyof typeof TONES;

const SOLID: Readonly<Record<Tone, string>> = {
  good: 'bg-good text-ink',
  caution: 'bg-caution text-ink',
  bad: 'bg-tron text-ink',
  muted: 'bg-line text-text',
};

const LOOKS = {
  /** A status: a dot before its text. */
  dot: "items-center gap-1.5 before:size-2 before:shrink-0 before:rounded-full before:bg-current before:content-['']",
  /** A remark about what is beside it. */
  soft: 'rounded-full bg-raised px-2 text-sm whitespace-nowrap',
  /** A mark that has to be found at a glance, such as the player's own row. */
  solid: 'items-center gap-1 rounded-full px-2 text-xs whitespace-nowrap',
} as const;

/** Short text about the state or the kind of what is beside it. */
export function Badge({
  tone,
  look = 'dot',
  className = '',
  children,
}: {
  readonly tone: Tone;
  readonly look?: keyof typeof LOOKS;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <span
      className={`badge inline-flex font-semibold ${LOOKS[look]} ${look === 'solid' ? SOLID[tone] : TONES[tone]} ${className}`}
    >
      {children}
    </span>
  );
}
