import { ADMIN_CALLS, type PayoutFreeze } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { shortenAddress } from '../../data/account/address.ts';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { formatTrx } from './amount.ts';
import { callDeskApi } from './call-desk-api.ts';
import type { TransferAction } from './FoundTransferTable.tsx';

/** Asks for confirmation before an action on a transfer, or on a debt from it. */
export function TransferDialog({
  asked: { act, transfer },
  freeze,
  onClose,
}: {
  readonly asked: TransferAction;
  /** The current state of the transfer. */
  readonly freeze: PayoutFreeze;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('desk.freeze');
  const { txid, direction } = transfer;
  const address = shortenAddress(transfer.address);
  const isAboutDebt = act === 'collect' || act === 'write-off';
  const amount = formatTrx(isAboutDebt ? transfer.debtSun : transfer.amountSun);
  const now = freeze.transfers.find((other) => other.txid === txid);
  const isOpen =
    act === 'collect' ? now?.debtStatus === 'open' : isAboutDebt ? now !== undefined : now?.status === 'undecided';
  const texts = {
    'by-hand': {
      title: t('byHandTitle'),
      text: t(direction === 'out' ? 'byHandOut' : 'byHandIn', { amount, address }),
      confirm: t('byHandConfirm'),
      done: t('byHandDone'),
    },
    player: {
      title: t('playerTitle'),
      text: t(direction === 'out' ? 'playerOut' : 'playerIn', { amount, address }),
      confirm: t('playerConfirm', { amount }),
      done: t('playerDone'),
    },
    collect: {
      title: t('collectTitle', { amount }),
      text: t('collectText', { amount, address }),
      confirm: t('collectConfirm', { amount }),
      done: t('collectDone'),
    },
    'write-off': {
      title: t('writeOffTitle', { amount }),
      text: t('writeOffText', { amount, address }),
      confirm: t('writeOffConfirm', { amount }),
      done: t('writeOffDone'),
    },
  }[act];
  const decide = (reason: string): Promise<unknown> =>
    act === 'collect' || act === 'write-off'
      ? callDeskApi(ADMIN_CALLS.decideDebt, { params: { txid }, body: { outcome: act, reason } })
      : callDeskApi(ADMIN_CALLS.decideTransfer, { params: { txid }, body: { outcome: act, reason } });
  return (
    <ConfirmActionDialog
      title={texts.title}
      confirm={texts.confirm}
      isGrave
      decided={isOpen ? null : t('decided')}
      done={texts.done}
      act={decide}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <p className="font-mono text-xs break-all">{txid}</p>
    </ConfirmActionDialog>
  );
}
