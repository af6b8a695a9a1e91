import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Icon } from '../ui/Icon.tsx';
import { ToastIcon } from '../ui/ToastIcon.tsx';
import { dismissToast, TOAST_MS, toasts } from '../ui/toast.ts';

/** Distance after which a dragged toast is dismissed, px. SPEC section 9, display limits. */
const SWIPE_PX = 50;

/** The key that moves the focus to the toasts. SPEC section 9, display limits. */
const HOTKEY = ['F8'];

/** Shows one toast: announced to screen readers, focused by F8, dismissed by a swipe, kept while it is hovered or focused. */
export function RadixToast(): ReactElement {
  const t = useTranslations('toast');
  const { message, count } = useStore(toasts);
  return (
    <Provider label={t('label')} duration={TOAST_MS} swipeDirection="up" swipeThreshold={SWIPE_PX}>
      {message !== null && (
        <Root
          key={count}
          type={message.kind === 'bad' ? 'foreground' : 'background'}
          className="toast"
          onOpenChange={(isOpen) => {
            if (!isOpen) dismissToast();
          }}
        >
          <ToastIcon kind={message.kind} />
          <div className="flex-1">
            <Title className="font-semibold">{message.title}</Title>
            <Description className="text-sm text-muted">{message.text}</Description>
          </div>
          <Close className="action action-bare action-icon -m-2" aria-label={t('dismiss')}>
            <Icon name="close" />
          </Close>
        </Root>
      )}
      <Viewport className="toast-place" hotkey={HOTKEY} label={t('place')} />
    </Provider>
  );
}
