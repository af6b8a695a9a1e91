import type { Session } from '@popfray/protocol';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { cancel, leave } from './actions.ts';
import type { OwnPart } from './seat.ts';

/** Button that gives up a seat, or cancels the own session, after a confirmation that explains the refund. */
export function LeaveButton({
  session,
  self,
  className = '',
  children,
}: {
  readonly session: Session;
  readonly self: OwnPart;
  readonly className?: string;
  /** Label of the button, if it differs from the action. */
  readonly children?: ReactNode;
}): ReactElement {
  const t = useTranslations('room');
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const kind = self.isCreator ? 'cancel' : 'leave';
  const isPaid = session.entryFeeSun > 0 && (self.isCreator || self.participant?.status !== 'reserved');

  const go = async (): Promise<void> => {
    setBusy(true);
    const gone = await (self.isCreator ? cancel(session.id) : leave(session.id));
    setBusy(false);
    setAsking(false);
    if (gone !== null) navigate(PATHS.lobby);
  };
  return (
    <>
      <button type="button" className={`action action-bare ${className}`} onClick={() => setAsking(true)}>
        {children ?? t(kind)}
      </button>
      <Dialog
        isOpen={isAsking}
        title={t(`${kind}Title`)}
        description={isPaid ? t(`${kind}Paid`, { fee: trx.exact(session.entryFeeSun) }) : t(`${kind}Free`)}
        onClose={() => setAsking(false)}
      >
        <div className="mt-5 flex flex-wrap gap-2">
          <button type="button" className="action action-primary" onClick={() => setAsking(false)}>
            {t('stay')}
          </button>
          <button type="button" disabled={isBusy} className="action action-quiet" onClick={() => void go()}>
            {t(kind)}
          </button>
        </div>
      </Dialog>
    </>
  );
}
