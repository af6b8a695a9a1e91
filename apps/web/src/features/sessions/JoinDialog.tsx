import type { PaymentSource, Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';
import { PayChoice, usePaySource } from '../payments/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EntryNotices } from './EntryNotices.tsx';
import { useSessionName } from './name.ts';
import { Terms } from './Terms.tsx';
import { DialogEnd } from '../../ui/DialogEnd.tsx';
import '../../ui/screens.css';

/** Costs and prizes of a paid session and the choice of the payment source, shown before paying. */
export function JoinDialog({
  session,
  onJoin,
  onClose,
}: {
  readonly session: Session;
  /** Called with the payment source. */
  readonly onJoin: (source: PaymentSource) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('sessions.join');
  const name = useSessionName()(session);
  const pay = usePaySource(session.entryFeeSun);
  const { entryFeeSun: feeSun, maxPlayers, revenueDistribution: revenue, scope } = session;
  return (
    <Dialog isOpen title={t('title', { name })} onClose={onClose}>
      <div className="mt-4">
        <Terms terms={{ feeSun, maxPlayers, revenue, scope }} />
      </div>
      <div className="mt-5">
        <PayChoice pay={pay} />
        <EntryNotices feeSun={feeSun} />
      </div>
      <DialogEnd className="mt-4">
        <p className="text-sm text-muted">{t(pay.source === 'balance' ? 'nextFromBalance' : 'next')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <button type="button" className="action action-primary" onClick={() => onJoin(pay.source)}>
            {t('paid', { fee: trx.exact(feeSun) })}
          </button>
          <button type="button" className="action action-bare" onClick={onClose}>
            {t('cancel')}
          </button>
        </div>
      </DialogEnd>
    </Dialog>
  );
}
