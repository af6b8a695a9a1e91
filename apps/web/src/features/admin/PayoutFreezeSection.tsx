import type { PayoutFreeze } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { FoundTransferTable, type TransferAction } from './FoundTransferTable.tsx';
import { Section } from './Section.tsx';
import { freezeQuery } from './queries.ts';
import { TransferDialog } from './TransferDialog.tsx';
import { useTimeFormat } from './Timestamp.tsx';

/** Why payouts are frozen, the progress of the chain scan, and the pending decisions. Null without any of these. */
export function PayoutFreezeSection(): ReactElement | null {
  const t = useTranslations('desk.freeze');
  const { data: freeze } = useQuery(freezeQuery);
  const [asked, setAsked] = useState<TransferAction | null>(null);
  if (freeze === undefined || (!freeze.isFrozen && freeze.transfers.length === 0)) return null;
  return (
    <Section title={freeze.isFrozen ? t('title') : t('owedTitle')}>
      {freeze.isFrozen && <FreezeState freeze={freeze} />}
      {freeze.transfers.length > 0 && <FoundTransferTable transfers={freeze.transfers} ask={setAsked} />}
      {asked !== null && <TransferDialog asked={asked} freeze={freeze} onClose={() => setAsked(null)} />}
    </Section>
  );
}

/** Cause, progress and remaining obstacles of the freeze. */
function FreezeState({ freeze }: { readonly freeze: PayoutFreeze }): ReactElement {
  const t = useTranslations('desk.freeze');
  const write = useTimeFormat();
  const { cause, since, waitsUntil, trouble, transfers } = freeze;
  const undecided = transfers.filter(({ direction, status }) => direction === 'out' && status === 'undecided').length;
  return (
    <div className="mb-3 flex flex-col gap-1.5">
      <p className="text-lg font-semibold text-caution">{t(`cause.${cause}`)}</p>
      {since !== null && <p className="text-sm text-muted">{t('since', { time: write(since) })}</p>}
      <Progress freeze={freeze} />
      {waitsUntil !== null && <p className="text-sm">{t('waits', { time: write(waitsUntil) })}</p>}
      {trouble !== '' && (
        <p role="alert" className="text-sm wrap-anywhere text-caution">
          {t('trouble', { reason: trouble })}
        </p>
      )}
      {undecided > 0 && (
        <p role="status" className="text-sm font-semibold text-caution">
          {t('undecided', { count: undecided })}
        </p>
      )}
    </div>
  );
}

function Progress({ freeze: { blockNumber, targetNumber } }: { readonly freeze: PayoutFreeze }): ReactElement {
  const t = useTranslations('desk.freeze');
  const format = useFormatter();
  if (blockNumber === null || targetNumber === null) return <p className="text-sm">{t('unread')}</p>;
  const text = t('progress', { block: format.number(blockNumber), target: format.number(targetNumber) });
  return <p className="text-sm tabular-nums">{blockNumber >= targetNumber ? `${text}. ${t('allRead')}` : text}</p>;
}
