import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Icon } from './Icon.tsx';
import { dismissToast, toasts } from './toast.ts';

/** The place where toasts appear. Always in the page, so that screen readers notice what comes into it. */
export function Toast(): ReactElement {
  const t = useTranslations('toast');
  const message = useStore(toasts, (state) => state.message);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex justify-center p-4 sm:justify-start sm:p-6"
    >
      {message !== null && (
        <div className="toast pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-2xl bg-raised p-4 shadow-2xl shadow-ink">
          <Icon
            name={message.kind === 'good' ? 'check' : 'alert'}
            className={`mt-0.5 size-5 shrink-0 ${message.kind === 'good' ? 'text-good' : 'text-caution'}`}
          />
          <div className="flex-1">
            <p className="font-semibold">{message.title}</p>
            <p className="text-sm text-muted">{message.text}</p>
          </div>
          <button
            type="button"
            className="action action-bare action-icon -m-2"
            aria-label={t('dismiss')}
            onClick={dismissToast}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
