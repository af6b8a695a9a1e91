import * as Radix from '@radix-ui/react-dialog';
import { useEffect, useEffectEvent, useRef, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from './Icon.tsx';
import './dialog.css';

/**
 * A modal dialog. It moves the focus in, keeps it and restores it; Escape and a click outside close it. Radix's own backdrop is not used,
 * because it adds a style element, which the security policy forbids; `dialog.css` locks the scroll instead.
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
  useEscape(isOpen, onClose);
  return (
    <Radix.Root open={isOpen} onOpenChange={(wanted) => !wanted && onClose()}>
      <Radix.Portal>
        <div aria-hidden="true" className="dialog-backdrop" />
        <Radix.Content
          ref={content}
          className="dialog"
          onEscapeKeyDown={(event) => event.preventDefault()}
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

/** Closes the newest dialog by Escape wherever the focus is. Radix sends the key to the newest layer, which may be a toast. */
function useEscape(isOpen: boolean, onClose: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing) onClose();
  });
  useEffect(() => {
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
