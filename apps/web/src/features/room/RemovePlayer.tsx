import type { Participant } from '@popfray/protocol';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { removePlayer } from './actions.ts';

/** Button that removes a player without a payment, after a confirmation by the creator. */
export function RemovePlayer({
  sessionId,
  player: { userId, username, isBot },
}: {
  readonly sessionId: string;
  readonly player: Participant;
}): ReactElement {
  const t = useTranslations('room');
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    await removePlayer(sessionId, userId);
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <button
        type="button"
        aria-label={t('remove', { name: username })}
        title={t('remove', { name: username })}
        data-remove
        // The row keeps the height of the others.
        className="action action-bare -my-2 -me-3 min-w-11 px-0"
        onClick={() => setAsking(true)}
      >
        <Icon name="close" className="size-4 shrink-0" />
      </button>
      <Dialog
        isOpen={isAsking}
        title={t('removeTitle', { name: username })}
        description={t(isBot ? 'removeBot' : 'removeText')}
        onClose={() => setAsking(false)}
      >
        <div className="mt-5 flex flex-wrap gap-2">
          <button type="button" className="action action-primary" onClick={() => setAsking(false)}>
            {t('removeKeep')}
          </button>
          <button type="button" disabled={isBusy} className="action action-quiet" onClick={() => void remove()}>
            {t('removeDo')}
          </button>
        </div>
      </Dialog>
    </>
  );
}
