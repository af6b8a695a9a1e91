import * as Radix from '@radix-ui/react-dialog';
import { useDeferredValue, useEffectEvent, useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from './Icon.tsx';
import { useRootMark } from './root-mark.ts';

/**
 * A modal dialog. It moves the focus in, keeps it and restores it; Escape and a click outside close it. Radix's own backdrop is not used,
 * because it adds a style element, which the security policy forbids. The backdrop can always be scrolled by 1 px instead: this contains the
 * wheel, so that the page below does not scroll and keeps its width.
 */
export function Dialog({
  isOpen,
  title,
  description,
  onClose,
  children,
}: {
  readonly isOpen: boolean;
  readonly title: string;
  /** Description below the title. */
  readonly description?: string;
  /** Called when the user closes the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslations('app');
  const opener = useRef<Element | null>(null);
  const content = useRef<HTMLDivElement>(null);
  // The press that opens a large dialog is shown before the dialog is rendered: decision 0108. It closes at once.
  const isShown = useDeferredValue(isOpen, false) && isOpen;
  useEscape(isOpen, onClose);
  useRootMark('dialog', isShown);
  return (
    <Radix.Root open={isShown} onOpenChange={(wanted) => !wanted && onClose()}>
      <Radix.Portal>
        <div
          aria-hidden="true"
          data-dialog-backdrop
          className="fixed inset-0 z-50 animate-[appear_150ms_var(--ease-out)] overflow-y-scroll overscroll-contain bg-ink/72 [scrollbar-width:none] before:block before:h-[calc(100%+1px)] before:content-['']"
        />
        <Radix.Content
          ref={content}
          // Centred on the page; a sheet at the bottom on a phone. Forms have columns. Dialogs and backdrops have one level, so that each backdrop
          // covers the dialogs that were opened before.
          className="fixed inset-x-0 bottom-0 z-50 max-h-[calc(100dvh-max(2rem,env(safe-area-inset-top)+var(--toast-strip,0px)))] animate-[rise_180ms_var(--ease-out)] overflow-y-auto overscroll-contain rounded-t-3xl bg-surface px-5 pt-6 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-[0_0_0_1px_var(--color-line)] sm:inset-0 sm:top-[calc(env(safe-area-inset-top)+var(--toast-strip,0px))] sm:m-auto sm:h-fit sm:w-104 sm:rounded-3xl sm:p-6 sm:[&:has(form)]:w-120 forced-colors:border"
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            // A toast above the dialog is not outside of it.
            const { target } = event.detail.originalEvent;
            if (target instanceof Element && target.closest('.toast') !== null) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            // Focus the first input, except on touch screens, where that would open a keyboard over the dialog.
            const field = content.current?.querySelector<HTMLElement>('form :is(input, textarea):not([type=radio])');
            if (field === undefined || field === null || matchMedia('(pointer: coarse)').matches) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The element that opened the dialog may have been removed by the action.
            const isThere = opener.current instanceof HTMLElement && opener.current.isConnected;
            const next = isThere ? opener.current : document.querySelector('main h1');
            if (next instanceof HTMLElement) next.focus({ preventScroll: !isThere });
          }}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <div className="flex items-start gap-3">
            <Radix.Title className="min-w-0 flex-1 text-xl">{title}</Radix.Title>
            <Radix.Close aria-label={t('close')} className="action action-bare action-icon -mt-2 -mr-2">
              <Icon name="close" />
            </Radix.Close>
          </div>
          {description !== undefined && (
            <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The open dialogs, the newest last. */
const openDialogs: object[] = [];

/**
 * Closes the newest dialog by Escape wherever the focus is, also before the dialog is rendered. Radix sends the key to the newest layer, which
 * may be a toast.
 */
function useEscape(isOpen: boolean, onClose: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing) onClose();
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    const dialog = {};
    openDialogs.push(dialog);
    const handle = (event: KeyboardEvent): void => {
      if (openDialogs.at(-1) === dialog) press(event);
    };
    document.addEventListener('keydown', handle);
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
      document.removeEventListener('keydown', handle);
    };
  }, [isOpen]);
}
