import { CHAT_CALLS, type ChatMessage } from '@popfray/protocol';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { chatToasts } from './toasts.ts';
import { Field, Input } from '../../ui/Field.tsx';

/** Longest reason, in characters. */
const MAX_REASON = 500;

/** Dialog that reports a message to the operator. */
export function ReportDialog({
  message,
  onClose,
}: {
  readonly message: ChatMessage;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('chat');
  const [reason, setReason] = useState('');
  const report = useMutation({
    mutationFn: () =>
      callApi(CHAT_CALLS.reportChat, {
        body: { sessionId: message.sessionId, messageId: message.id, reason: reason.trim() },
      }),
    onSuccess: () => {
      chatToasts.reported();
      onClose();
    },
    onError: (error) => chatToasts.notReported(error instanceof ApiError && error.code !== null ? error.message : ''),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!report.isPending) report.mutate();
  };
  return (
    <Dialog isOpen title={t('reportTitle')} description={t('reportText')} onClose={onClose}>
      <blockquote
        dir="auto"
        className="mt-4 max-h-40 max-w-full min-w-0 overflow-y-auto rounded-xl bg-ink px-4 py-3 whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]"
      >
        {message.message}
      </blockquote>
      <form className="mt-4" onSubmit={submit}>
        <Field label={t('reportReason')}>
          {(control) => (
            <Input
              {...control}
              value={reason}
              maxLength={MAX_REASON}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <div className="mt-5 flex flex-wrap gap-2">
          <button type="submit" disabled={report.isPending} className="action action-primary">
            {t('reportSend')}
          </button>
          <button type="button" className="action action-quiet" onClick={onClose}>
            {t('reportCancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
