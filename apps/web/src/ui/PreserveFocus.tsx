import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';

/** Moves the keyboard focus to the replacement when the focused control is replaced by another. */
export function PreserveFocus({
  className,
  children,
}: {
  readonly className: string;
  readonly children: ReactNode;
}): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    // When a focused control is removed, the focus moves to the body without an event.
    if (hadFocus.current && document.activeElement === document.body)
      host.current?.querySelector<HTMLElement>('a, button')?.focus();
  });
  return (
    <div
      ref={host}
      className={className}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={() => {
        hadFocus.current = false;
      }}
    >
      {children}
    </div>
  );
}
