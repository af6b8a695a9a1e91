import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Icon } from './Icon.tsx';
import { ToastMark } from './ToastMark.tsx';
import { dismissToast, TOAST_MS, toasts } from './toast.ts';

/** How far a toast is dragged before it goes, px. SPEC section 9, display limits. */
const SWIPE_PX = 50;

/** The key that takes the keyboard to the toasts. SPEC section 9, display limits. */
const HOTKEY = ['F8'];

/** Shows one toast: read aloud, reached by F8, swiped away, kept as long as it is pointed at or has the focus. */
export function ToastStage(): ReactElement {
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
          <ToastMark kind={message.kind} />
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
