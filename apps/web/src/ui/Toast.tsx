import { useEffect, useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Icon } from './Icon.tsx';
import { dismissToast, TOAST_MS, toasts, type ToastMessage } from './toast.ts';

const ICONS = { good: ['check', 'text-good'], bad: ['alert', 'text-caution'], plain: ['info', 'text-muted'] } as const;

/** Distance after which a toast that is dragged up is dismissed, px. SPEC section 9, display limits. */
const SWIPE_PX = 50;

/** Variable of the root element: the height of the toast's place, below the part of the screen that a notch takes. */
const STRIP = '--toast-strip';

/** The key that moves the focus to the toast. SPEC section 9, display limits. */
const HOTKEY = 'F8';

/**
 * Shows the current toast: announced to screen readers, focused by F8, dismissed by Escape or a swipe, kept while it is hovered or focused.
 * It is part of the first load, because a toast is most likely to be needed when the network fails. `style.css` has its place on the page.
 */
export function Toast(): ReactElement {
  const { message, count } = useStore(toasts);
  const place = useRef<HTMLDivElement>(null);
  useStrip(place, message !== null);
  return (
    // A live region has to exist before its content does.
    <div
      ref={place}
      aria-live={message?.kind === 'bad' ? 'assertive' : 'polite'}
      className="toast-place pointer-events-none fixed inset-(--toast-inset) z-60 flex justify-center p-3 in-play:py-1 flat:in-play:p-0"
    >
      {message !== null && <Shown key={count} message={message} />}
    </div>
  );
}

function Shown({ message }: { readonly message: ToastMessage }): ReactElement {
  const t = useTranslations('toast');
  const host = useRef<HTMLElement>(null);
  const [icon, colour] = ICONS[message.kind];
  useControls(host);
  return (
    <section
      ref={host}
      aria-label={t('place', { hotkey: HOTKEY })}
      tabIndex={-1}
      className="toast pointer-events-auto flex w-full max-w-104 animate-[rise_180ms_var(--ease-out)] [--rise-from:-0.75rem] touch-none items-start gap-3 rounded-2xl bg-raised p-4 shadow-[0_0.5rem_1.5rem_rgb(0_0_0/0.4)] outline-1 outline-line wrap-anywhere select-none in-play:py-2.5 max-sm:in-play:py-1 flat:in-play:gap-1 flat:in-play:p-2 forced-colors:border"
    >
      <Icon name={icon} className={`mt-0.5 size-5 shrink-0 flat:in-play:hidden ${colour}`} />
      <div className="flex-1">
        <span className="sr-only">{t('label')} </span>
        <p className="font-semibold max-sm:in-play:text-sm/tight flat:in-play:text-xs/tight">{message.title}</p>
        <p className="text-sm text-muted max-sm:in-play:text-xs/tight flat:in-play:text-xs/tight">{message.text}</p>
      </div>
      <button
        type="button"
        className="action action-bare action-icon -m-2"
        aria-label={t('dismiss')}
        onClick={dismissToast}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}

/** Tells the page how high the place of the toast is while one is shown. `style.css` moves the page down by that, so that the toast covers none of it. */
function useStrip(place: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const { current: element } = place;
    if (!isShown || element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(STRIP, `${String(element.offsetHeight)}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(STRIP);
    };
  }, [place, isShown]);
}

/** Makes the toast react to keys and the pointer, and dismisses it when its time is over. Its time stands still while it is hovered or focused. */
function useControls(host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: toast } = host;
    if (toast === null) return;
    const shown = new AbortController();
    const { signal } = shown;
    const holders = new Set<'pointer' | 'focus'>();
    let leftMs = TOAST_MS;
    let startedAt = Date.now();
    let timer = setTimeout(dismissToast, leftMs);
    const hold = (holder: 'pointer' | 'focus'): void => {
      if (holders.size === 0) leftMs -= Date.now() - startedAt;
      holders.add(holder);
      clearTimeout(timer);
    };
    const release = (holder: 'pointer' | 'focus'): void => {
      if (!holders.delete(holder) || holders.size > 0) return;
      startedAt = Date.now();
      timer = setTimeout(dismissToast, leftMs);
    };
    toast.addEventListener('pointerenter', () => hold('pointer'), { signal });
    toast.addEventListener('pointerleave', () => release('pointer'), { signal });
    toast.addEventListener('focusin', () => hold('focus'), { signal });
    toast.addEventListener('focusout', () => release('focus'), { signal });
    toast.addEventListener('keydown', ({ key }) => key === 'Escape' && dismissToast(), { signal });
    toast.addEventListener('pointerdown', (event) => drag(toast, event), { signal });
    document.addEventListener('keydown', ({ key }) => key === HOTKEY && toast.focus(), { signal });
    return () => {
      shown.abort();
      clearTimeout(timer);
    };
  }, [host]);
}

/** Moves the toast with the pointer; dismisses it if it has been dragged far enough up. */
function drag(toast: HTMLElement, { button, clientY: fromY, target }: PointerEvent): void {
  if (button !== 0 || (target instanceof Element && target.closest('button') !== null)) return;
  const released = new AbortController();
  const { signal } = released;
  const release = ({ type, clientY }: PointerEvent): void => {
    released.abort();
    if (type === 'pointerup' && fromY - clientY >= SWIPE_PX) dismissToast();
    else toast.style.translate = '';
  };
  addEventListener(
    'pointermove',
    ({ clientY }) => {
      toast.style.translate = `0 ${String(Math.min(0, clientY - fromY))}px`;
    },
    { signal },
  );
  addEventListener('pointerup', release, { signal });
  addEventListener('pointercancel', release, { signal });
}
