import type { ReactElement } from 'react';
import { Link } from 'wouter';

/** A choice between a few views of the same list. The address holds it, so that it can be shared. */
export function PillNav({
  label,
  links,
}: {
  readonly label: string;
  readonly links: readonly { readonly href: string; readonly text: string; readonly isCurrent: boolean }[];
}): ReactElement {
  return (
    <nav aria-label={label} className="flex rounded-full bg-raised p-0.5">
      {links.map(({ href, text, isCurrent }) => (
        <Link
          key={href}
          href={href}
          replace
          {...(isCurrent && { 'aria-current': 'true' })}
          className={`grid min-h-8 content-center rounded-full px-3 text-[0.875rem] font-semibold whitespace-nowrap max-[26rem]:px-2 ${
            isCurrent ? 'bg-line text-text' : 'text-muted'
          }`}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
