import { MIN_PLAYERS, newRevenue, QUICK_TIME_LIMIT_S } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { openDeposit, usePaySource } from '../payments/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EntryNotices } from './EntryNotices.tsx';
import { Terms } from './Terms.tsx';
import { DialogEnd } from '../../ui/DialogEnd.tsx';
import '../../ui/screens.css';

const SECONDS_A_MINUTE = 60;

/** Terms of a quick battle with an entry fee, shown before the balance pays it. Offers a deposit where the balance is too small. */
export function QuickDialog({
  feeSun,
  onPlay,
  onClose,
}: {
  readonly feeSun: number;
  /** Called with the version of the terms that are shown. */
  readonly onPlay: (policyVersion: number) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('sessions.quick');
  const join = useTranslations('sessions.join');
  const { balanceSun, isCovered, depositSun } = usePaySource(feeSun);
  const recipient = useAccount(({ platform }) => platform?.otherChainPrizeTo ?? 'house');
  const revenue = newRevenue('winner-takes-all', recipient);
  return (
    <Dialog isOpen title={t('dialogTitle', { fee: trx.exact(feeSun) })} onClose={onClose}>
      <div className="mt-4">
        <Terms terms={{ feeSun, maxPlayers: MIN_PLAYERS, revenue, scope: 'local' }} />
        <EntryNotices feeSun={feeSun} />
      </div>
      <DialogEnd className="mt-4">
        <p className="text-sm text-muted">
          {isCovered
            ? t('next', { minutes: QUICK_TIME_LIMIT_S / SECONDS_A_MINUTE })
            : t('short', { balance: trx.exact(balanceSun) })}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {isCovered ? (
            <button type="button" className="action action-primary" onClick={() => onPlay(revenue.version)}>
              {t('pay', { fee: trx.exact(feeSun) })}
            </button>
          ) : (
            depositSun !== null && (
              <button
                type="button"
                className="action action-primary"
                onClick={() => {
                  onClose();
                  openDeposit(depositSun);
                }}
              >
                {t('deposit', { amount: trx.exact(depositSun) })}
              </button>
            )
          )}
          <button type="button" className="action action-bare" onClick={onClose}>
            {join('cancel')}
          </button>
        </div>
      </DialogEnd>
    </Dialog>
  );
}
