import type { ComponentProps, ReactElement } from 'react';

/** Looks by meaning. `style.css` has the rules of `action`, which links and buttons share. */
const LOOKS = {
  primary: 'action-primary',
  quiet: 'action-quiet',
  bare: 'action-bare',
  danger: 'action-danger',
  good: 'font-bold not-disabled:not-aria-disabled:bg-good not-disabled:not-aria-disabled:text-ink disabled:font-semibold',
} as const;

/** Small buttons keep the size of a finger on touch screens. */
const SIZES = {
  normal: '',
  small: 'min-h-9 px-3.5 text-[0.875rem] whitespace-nowrap pointer-coarse:min-h-11',
} as const;

/** A button. It does not submit a form unless `type` says so. */
export function Button({
  look = 'quiet',
  size = 'normal',
  type = 'button',
  className = '',
  ...rest
}: ComponentProps<'button'> & {
  /** A screen has one primary button at most. */
  readonly look?: keyof typeof LOOKS;
  readonly size?: keyof typeof SIZES;
}): ReactElement {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={`action ${LOOKS[look]} ${SIZES[size]} ${className}`}
      {...rest}
    />
  );
}
