import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';

/** Keeps the keyboard in its place when the control that has it gives way to another. */
export function KeptFocus({
  className,
  children,
}: {
  readonly className: string;
  readonly children: ReactNode;
}): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    // A control that is taken out of the page leaves the focus to the body, and tells nobody.
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
