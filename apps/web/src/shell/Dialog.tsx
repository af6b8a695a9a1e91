import * as Radix from '@radix-ui/react-dialog';
import { useEffect, useEffectEvent, useRef, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from './Icon.tsx';

/**
 * A dialog over the page: takes the focus, keeps it, gives it back; Escape and a press beside it close it. Radix's own backdrop
 * stays away, because it writes a style sheet into the page, which the security policy forbids: `dialog.css` holds the scroll.
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
  /** What it is about, below its title. */
  readonly description?: string;
  /** Called when the person wants it gone. */
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
            // What is to be filled in, unless that would bring a keyboard up over it.
            const field = content.current?.querySelector<HTMLElement>('form :is(input, textarea):not([type=radio])');
            if (field === undefined || field === null || matchMedia('(pointer: coarse)').matches) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // What opened it may be gone with what was done in it.
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

/** Closes by Escape wherever the focus is. Radix gives the key to whatever came up last, and that may be a toast. */
function useEscape(isOpen: boolean, onClose: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing) onClose();
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOpen]);
}
