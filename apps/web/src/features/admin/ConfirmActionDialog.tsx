import { useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAction } from './use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogEnd } from '../../ui/DialogEnd.tsx';
import { Field } from '../../ui/Field.tsx';

/** Length limits of a reason, characters. */
const REASON = { min: 3, max: 300 } as const;

/** Asks for confirmation and a reason before an action of the operator, and describes the action with its amount. */
export function ConfirmActionDialog({
  title,
  children,
  confirm,
  isReasonShown = false,
  isGrave = false,
  decided = null,
  done,
  check,
  act,
  onClose,
}: {
  readonly title: string;
  /** Description of the action, and further inputs. */
  readonly children: ReactNode;
  /** Label of the confirm button. */
  readonly confirm: string;
  /** Whether the player sees the reason. */
  readonly isReasonShown?: boolean;
  /** Whether the action takes something away from a player. */
  readonly isGrave?: boolean;
  /** The decision if it has already been made elsewhere: then nothing is left to do. */
  readonly decided?: string | null;
  /** Text of the toast after success. */
  readonly done: string;
  /** Checks further inputs, and shows what is wrong with them; false prevents the action. */
  readonly check?: () => boolean;
  readonly act: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('desk.act');
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const { isBusy, error, isLost, run } = useAction();
  const isOver = decided !== null && !isBusy;

  const submit = async (): Promise<void> => {
    const text = reason.trim();
    const isRight = check?.() ?? true;
    setShort(text.length < REASON.min);
    if (!isRight || text.length < REASON.min || isOver) return;
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
            <Field
              label={t('reason')}
              note={t(isReasonShown ? 'reasonShown' : 'reasonHint', REASON)}
              error={isShort && t('reasonShort', REASON)}
              className="mt-4"
            >
              {(control) => (
                <textarea
                  {...control}
                  rows={2}
                  value={reason}
                  maxLength={REASON.max}
                  className="entry resize-y"
                  onChange={(event) => {
                    setReason(event.currentTarget.value);
                    setShort(false);
                  }}
                />
              )}
            </Field>
            {error !== null && (
              <p role="alert" className="mt-3 text-sm text-caution">
                {error}
              </p>
            )}
          </>
        )}
        <DialogEnd className="mt-5 flex flex-wrap justify-end gap-2">
          <button type="button" className="action action-bare" onClick={onClose}>
            {isOver ? t('close') : t('cancel')}
          </button>
          {!isOver && (
            <Button
              type="submit"
              aria-disabled={isBusy}
              look={isGrave ? 'primary' : 'good'}
              className="aria-disabled:opacity-70"
            >
              {isBusy ? t('busy') : confirm}
            </Button>
          )}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
