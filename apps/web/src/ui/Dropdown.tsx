import { useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { Icon } from './Icon.tsx';

/** Elements that the arrow keys move between. */
const ITEMS = 'a[href], button';

/** Next index by key, from the current index (-1 for none) and the number of items. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A button with a menu below it. Escape, a choice, a click outside and navigation close it; arrow keys move through it. */
export function Dropdown({
  label,
  className,
  children,
}: {
  /** Content of the button. */
  readonly label: string;
  readonly className: string;
  /** Items of the menu: links and buttons. */
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [location] = useLocation();
  // The path on which the menu was opened: it is closed on every other path.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === location;

  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const items = (): readonly HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
    const close = (): void => {
      setOpenOn(null);
      toggle.current?.focus();
    };
    const press = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      if (event.key === 'Escape' && isOpen) close();
      if (step === undefined || (!isOpen && !event.key.startsWith('Arrow'))) return;
      event.preventDefault();
      flushSync(() => setOpenOn(location));
      const all = items();
      all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus();
    };
    const choose = ({ target }: Event): void => {
      if (target instanceof Element && items().some((item) => item.contains(target))) close();
    };
    current.addEventListener('keydown', press);
    current.addEventListener('click', choose);
    return () => {
      current.removeEventListener('keydown', press);
      current.removeEventListener('click', choose);
    };
  }, [isOpen, location]);

  // Not while it is closed: each click of a round would ask React for the state that it has.
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event): void => {
      if (target instanceof Node && !(host.current?.contains(target) ?? false)) setOpenOn(null);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);

  return (
    <div ref={host} className="relative">
      <button
        ref={toggle}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className={className}
        onClick={() => setOpenOn(isOpen ? null : location)}
      >
        {label}
        <Icon name="down" className={`size-4 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div
        ref={list}
        id={id}
        hidden={!isOpen}
        className="absolute start-0 top-[calc(100%+0.25rem)] min-w-48 origin-top-left animate-[menu-in_140ms_var(--ease-out)] rounded-2xl bg-raised p-2 shadow-[0_0.5rem_1.5rem_rgb(0_0_0/0.4)] outline-1 outline-line [&_:is(a,button):is(:hover,:focus-visible)]:bg-line"
      >
        {children}
      </div>
    </div>
  );
}
