import { ADMIN_CALLS, type PayoutFreeze } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { shortenAddress } from '../account/address.ts';
import { ActDialog } from './ActDialog.tsx';
import { writeTrx } from './amount.ts';
import { askDesk } from './ask-desk.ts';
import type { TransferQuestion } from './FoundTransferTable.tsx';

/** Asks before a transfer, or what is owed of it, is decided. */
export function TransferDialog({
  asked: { act, transfer },
  freeze,
  onClose,
}: {
  readonly asked: TransferQuestion;
  /** As it stands now. */
  readonly freeze: PayoutFreeze;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('desk.freeze');
  const { txid, direction } = transfer;
  const address = shortenAddress(transfer.address);
  const isAboutDebt = act === 'collect' || act === 'write-off';
  const amount = writeTrx(isAboutDebt ? transfer.debtSun : transfer.amountSun);
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
      ? askDesk(ADMIN_CALLS.decideDebt, { params: { txid }, body: { outcome: act, reason } })
      : askDesk(ADMIN_CALLS.decideTransfer, { params: { txid }, body: { outcome: act, reason } });
  return (
    <ActDialog
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
    </ActDialog>
  );
}
