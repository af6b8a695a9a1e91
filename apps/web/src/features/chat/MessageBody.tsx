import type { ComponentProps, ReactElement } from 'react';

/** Text of a user. It is isolated, so that long words and right-to-left characters do not affect the rest of the page. */
export function MessageBody({ className = '', ...rest }: ComponentProps<'p'>): ReactElement {
  return (
    <p
      className={`max-w-full min-w-0 whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate] ${className}`}
      {...rest}
    />
  );
}
