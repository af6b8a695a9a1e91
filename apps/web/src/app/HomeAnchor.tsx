import type { ComponentProps, ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import { PATHS } from '../data/paths.ts';

/** Link to a section of the first page. On that page the browser scrolls to it; from other pages the router navigates first. */
export function HomeAnchor({ href, children, ...rest }: ComponentProps<'a'> & { readonly href: string }): ReactElement {
  const [location] = useLocation();
  const Anchor = location === PATHS.home ? 'a' : Link;
  return (
    <Anchor href={href} {...rest}>
      {children}
    </Anchor>
  );
}
