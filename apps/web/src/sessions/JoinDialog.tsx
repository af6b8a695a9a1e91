import type { Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useTrx } from '../messages/trx.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { useSessionName } from './name.ts';
import { Terms } from './Terms.tsx';

/** What a paid session costs and pays, before the wallet is asked. */
export function JoinDialog({
  session,
  onJoin,
  onClose,
}: {
  readonly session: Session;
  readonly onJoin: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('sessions.join');
  const trx = useTrx();
  const name = useSessionName()(session);
  const { entryFeeSun: feeSun, maxPlayers, revenueDistribution: revenue } = session;
  return (
    <Dialog isOpen title={t('title', { name })} onClose={onClose}>
      <div className="mt-4">
        <Terms terms={{ feeSun, maxPlayers, revenue }} />
      </div>
      <div className="dialog-end mt-4">
        <p className="text-sm text-muted">{t('next')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <button type="button" className="action action-primary" onClick={onJoin}>
            {t('paid', { fee: trx.exact(feeSun) })}
          </button>
          <button type="button" className="action action-bare" onClick={onClose}>
            {t('cancel')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
