import type { ReactElement } from 'react';

/** The logo: an open bubble with a spark. Decorative, because the name is beside it. */
export function Logo({ className }: { readonly className?: string }): ReactElement {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" fill="none" strokeLinecap="round" className={className}>
      <path d="M26.6 17.2A11.4 11.4 0 1 1 14.8 5.4" className="stroke-tron" strokeWidth="3.8" />
      <path d="M9.4 17.4a5.8 5.8 0 0 1 3-4.4" className="stroke-text" strokeWidth="2.4" />
      <path d="M21 11l6-6M19.2 6l.7-4M26 12.8l4-.7" className="stroke-chain" strokeWidth="3" />
    </svg>
  );
}
