import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../shell/Dialog.tsx';
import { showToast } from '../shell/toast.ts';
import { useAct } from './act.ts';

/** Fewest and most characters of a reason. */
const REASON = { min: 3, max: 300 } as const;

/** Asks before something is done at the desk: what it does, in words and with its amount, and why. */
export function ActDialog({
  title,
  children,
  confirm,
  isReasonShown = false,
  isGrave = false,
  decided = null,
  done,
  act,
  onClose,
}: {
  readonly title: string;
  /** What will happen, and what else there is to fill in. */
  readonly children: ReactNode;
  /** The words of the button that does it. */
  readonly confirm: string;
  /** Whether the player is shown the reason. */
  readonly isReasonShown?: boolean;
  /** Whether it takes something from somebody. */
  readonly isGrave?: boolean;
  /** What has been decided elsewhere meanwhile: then there is nothing left to do. */
  readonly decided?: string | null;
  /** What to say when it is done. */
  readonly done: string;
  readonly act: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('desk.act');
  const id = useId();
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const { isBusy, trouble, isLost, run } = useAct();
  const isOver = decided !== null && !isBusy;

  const submit = async (): Promise<void> => {
    const text = reason.trim();
    setShort(text.length < REASON.min);
    if (text.length < REASON.min || isOver) return;
    await run(
      () => act(text),
      () => {
        showToast({ kind: 'good', title: done, text });
        onClose();
      },
    );
  };

  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <form
        noValidate
        lang="en"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="mt-2 flex flex-col gap-3 text-muted">{children}</div>
        {isOver ? (
          <p role="alert" className="mt-4 rounded-xl bg-raised px-4 py-3 text-sm">
            <strong className="block text-caution">{isLost ? t('afterAll') : t('meanwhile')}</strong>
            <span className="block">{decided}</span>
          </p>
        ) : (
          <>
            <label htmlFor={id} className="mt-4 block text-sm font-semibold">
              {t('reason')}
            </label>
            <textarea
              id={id}
              rows={2}
              value={reason}
              maxLength={REASON.max}
              aria-describedby={`${id}-hint`}
              aria-invalid={isShort}
              className="entry mt-1 block w-full resize-y"
              onChange={(event) => {
                setReason(event.currentTarget.value);
                setShort(false);
              }}
            />
            <p id={`${id}-hint`} role={isShort ? 'alert' : undefined} className="mt-1 text-sm text-muted">
              {isShort ? <span className="text-caution">{t('reasonShort')}</span> : null}
              {!isShort && (isReasonShown ? t('reasonShown') : t('reasonHint'))}
            </p>
            {trouble !== null && (
              <p role="alert" className="mt-3 text-sm text-caution">
                {trouble}
              </p>
            )}
          </>
        )}
        <div className="dialog-end mt-5 flex flex-wrap justify-end gap-2">
          <button type="button" className="action action-bare" onClick={onClose}>
            {isOver ? t('close') : t('cancel')}
          </button>
          {!isOver && (
            <button
              type="submit"
              aria-disabled={isBusy}
              className={`action ${isGrave ? 'action-primary' : 'desk-good'} aria-disabled:opacity-70`}
            >
              {isBusy ? t('busy') : confirm}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
