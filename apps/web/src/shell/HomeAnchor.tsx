import type { ComponentProps, ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import { PATHS } from '../routes.ts';

/** A link to a place on the first page. There the browser itself goes to it; from elsewhere the router opens the page first. */
export function HomeAnchor({ href, children, ...rest }: ComponentProps<'a'> & { readonly href: string }): ReactElement {
  const [location] = useLocation();
  const Anchor = location === PATHS.home ? 'a' : Link;
  return (
    <Anchor href={href} {...rest}>
      {children}
    </Anchor>
  );
}
