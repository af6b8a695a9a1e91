import type { Receipt, ReceiptPlayer } from '@popfray/protocol/receipt';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';
import { TxidLine } from '../payments/index.ts';
import { OtherChainTerm, SharesTerm } from '../sessions/index.ts';
import { PartTitle } from './PartTitle.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Pulse } from '../../ui/Pulse.tsx';

/** The payments into the battle and how they were distributed. */
export function Money({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useTranslations('receipt');
  const { poolSun, creatorSun, houseSun, houseRefusedSun = 0, players, isPlayMoney, network, revenue } = receipt;
  const payers = players.filter(({ feeSun }) => feeSun > 0);
  return (
    <section aria-labelledby="money">
      <h2 id="money" className="text-xl">
        {t('money')}
      </h2>
      {payers.length === 0 ? (
        <p className="mt-3 text-muted">{t('moneyNone')}</p>
      ) : (
        <>
          {isPlayMoney && <p className="mt-2 text-sm text-caution">{network}</p>}
          <PartTitle>{t('in')}</PartTitle>
          <ul className="mt-2">
            {payers.map((player) => (
              <Amount key={player.place} name={t('feeOf', { name: player.username })} amountSun={player.feeSun}>
                {player.feeTxid !== null && <TxidLine txid={player.feeTxid} explorerUrl={null} />}
                {typeof player.feePaymentId === 'string' && (
                  <p className="text-sm text-muted">
                    {t('fromBalance')} <span className="font-mono [overflow-wrap:anywhere]">{player.feePaymentId}</span>
                  </p>
                )}
              </Amount>
            ))}
            <Amount name={t('pool')} amountSun={poolSun} isSum />
          </ul>
          <PartTitle>{t('out')}</PartTitle>
          <ul className="mt-2">
            {players
              .filter(({ shareSun }) => shareSun > 0)
              .map((player) => (
                <Amount key={player.place} name={t('shareOf', { name: player.username })} amountSun={player.shareSun}>
                  <Payout player={player} />
                </Amount>
              ))}
            {players
              .filter(({ refundSun }) => refundSun > 0)
              .map((player) => (
                <Amount key={player.place} name={t('refundOf', { name: player.username })} amountSun={player.refundSun}>
                  <p className="text-sm text-muted">{t('payout.balance')}</p>
                </Amount>
              ))}
            {players
              .filter(({ passedOnSun = 0 }) => passedOnSun > 0)
              .map((player) => (
                <Amount
                  key={player.place}
                  name={t('passedOnTo', { name: player.username })}
                  amountSun={player.passedOnSun ?? 0}
                />
              ))}
            {houseRefusedSun > 0 && <Amount name={t('houseRefused')} amountSun={houseRefusedSun} />}
            {creatorSun > 0 && <Amount name={t('creator')} amountSun={creatorSun} />}
            {houseSun > 0 && <Amount name={t('house')} amountSun={houseSun} />}
          </ul>
          <PartTitle>{t('terms')}</PartTitle>
          <Facts>
            <SharesTerm revenue={revenue} />
            <OtherChainTerm revenue={revenue} />
          </Facts>
        </>
      )}
    </section>
  );
}

function Amount({
  name,
  amountSun,
  isSum = false,
  children,
}: {
  readonly name: string;
  readonly amountSun: number;
  readonly isSum?: boolean;
  /** Means of the transfer. */
  readonly children?: ReactNode;
}): ReactElement {
  const t = useTranslations('receipt');
  return (
    <li className={`border-t border-line py-2.5 ${isSum ? 'font-semibold' : ''}`}>
      <p className="flex items-baseline gap-4">
        <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
        <span className="tabular-nums">{t('trx', { amount: trx.exact(amountSun) })}</span>
      </p>
      {children}
    </li>
  );
}

/** Status of a payout. */
function Payout({ player: { payout, review } }: { readonly player: ReceiptPlayer }): ReactElement {
  const t = useTranslations('receipt');
  if (review === 'held' || review === 'refused') return <p className="text-sm text-caution">{t(`payout.${review}`)}</p>;
  if (payout === null) return <p className="text-sm text-muted">{t('payout.balance')}</p>;
  const isUnderway = payout.status === 'queued' || payout.status === 'sent';
  return (
    <>
      <p role="status" className={`flex items-center gap-2 text-sm ${isUnderway ? 'text-caution' : 'text-muted'}`}>
        {isUnderway && <Pulse />}
        {t(`payout.${payout.status}`)}
      </p>
      {payout.txid !== null && <TxidLine txid={payout.txid} explorerUrl={payout.explorerUrl} />}
    </>
  );
}
