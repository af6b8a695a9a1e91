import * as Radix from '@radix-ui/react-dropdown-menu';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName } from './Icon.tsx';
import './screens.css';

/** Distance of the menu from its button and from the edge of the window, px. */
const GAP_PX = 8;

/** A button that opens a menu below it. Arrow keys and letters move through it; Escape, a choice and a click outside close it. */
export function Menu({
  name,
  label,
  className,
  head,
  onOpen,
  children,
}: {
  /** Accessible name of the button. */
  readonly name: string;
  /** Content of the button. */
  readonly label: ReactNode;
  /** Classes of the button. */
  readonly className: string;
  /** Content above the items. */
  readonly head?: ReactNode;
  /** Called when the menu opens. */
  readonly onOpen?: () => void;
  /** A `MenuItem` for each choice. */
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Radix.Root modal={false} onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      <Radix.Trigger aria-label={name} className={className}>
        {label}
        <Icon name="down" className="hidden size-4 shrink-0 text-muted sm:block" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={GAP_PX}
          collisionPadding={GAP_PX}
          // Above the toasts: an open menu has priority.
          className="z-55 max-w-[min(20rem,calc(100vw-1rem))] min-w-60 origin-(--radix-dropdown-menu-content-transform-origin) animate-[menu-in_140ms_var(--ease-out)] rounded-2xl bg-raised p-2 shadow-[0_0.5rem_1.5rem_rgb(0_0_0/0.4)] outline-1 outline-line"
        >
          {head !== undefined && (
            <>
              <Radix.Label className="px-3 py-2">{head}</Radix.Label>
              <Radix.Separator className="my-2 h-px bg-line" />
            </>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A choice of a menu: a link, or an action. */
export function MenuItem({
  icon,
  href,
  onSelect,
  children,
}: {
  readonly icon: IconName;
  /** Path of a link. */
  readonly href?: string;
  readonly onSelect?: () => void;
  readonly children: string;
}): ReactElement {
  const content = (
    <>
      <Icon name={icon} />
      {children}
    </>
  );
  return (
    <Radix.Item
      asChild={href !== undefined}
      {...(onSelect !== undefined && { onSelect })}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[0.625rem] px-3 font-medium text-text data-highlighted:bg-line data-highlighted:outline-none"
    >
      {href === undefined ? content : <Link href={href}>{content}</Link>}
    </Radix.Item>
  );
}
