import type { Receipt, ReceiptPlayer } from '@popfray/protocol/receipt';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { isSoloRound } from './solo-round.ts';
import { Fairness } from './Fairness.tsx';
import { Money } from './Money.tsx';
import { Reward } from './Reward.tsx';
import { PlayerList } from './PlayerList.tsx';
import { Verifier } from './Verifier.tsx';

/** All sections of a receipt: result, players, money or reward, and fairness. */
export function ReceiptView({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useTranslations('receipt');
  const format = useFormatter();
  const isSolo = isSoloRound(receipt);
  const battleName = receipt.sessionName === '' ? t('unnamed') : receipt.sessionName;
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <header className="lg:col-span-2">
        <p className="text-muted">{t(isSolo ? 'soloTitle' : 'title')}</p>
        <h1 tabIndex={-1} className="mt-1 text-2xl wrap-anywhere sm:text-4xl">
          {isSolo ? t('soloName') : battleName}
        </h1>
        <p className="mt-4 text-lg wrap-anywhere">
          <Outcome receipt={receipt} />
        </p>
        <p className="mt-1 text-sm text-muted">
          {t('facts', {
            at: format.dateTime(receipt.endedAt, { dateStyle: 'medium', timeStyle: 'short' }),
            network: receipt.network,
          })}
        </p>
      </header>
      <div className="flex flex-col gap-12">
        <PlayerList receipt={receipt} />
        {receipt.solo && <Reward id={receipt.sessionId} solo={receipt.solo} />}
        {!isSolo && <Money receipt={receipt} />}
      </div>
      <div className="flex flex-col gap-12">
        <Verifier receipt={receipt} />
        {receipt.commitment !== null && <Fairness receipt={receipt} />}
      </div>
    </article>
  );
}

/** The result in one sentence. */
function Outcome({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const { outcome, reason, players } = receipt;
  const t = useTranslations('receipt');
  const format = useFormatter();
  if (outcome !== 'settled' && isSoloRound(receipt))
    return <>{t(`soloCalledOff.${reason === 'nobody-played' ? reason : 'fault'}`)}</>;
  if (outcome !== 'settled') {
    const isRefunded = players.some(({ refundSun }) => refundSun > 0);
    return (
      <>
        {t(reason === '' ? 'outcome.expired' : `outcome.${reason}`)} {isRefunded && t('refunded')}
      </>
    );
  }
  const [player] = players;
  if (isSoloRound(receipt) && player !== undefined)
    return <>{t('soloOutcome', { name: player.username, score: player.score })}</>;
  const winners = players.filter(({ position }) => position === 1);
  const names = format.list(winners.map((winner: ReceiptPlayer) => winner.username));
  return <>{t(winners.length > 1 ? 'outcome.tied' : 'outcome.won', { names, score: winners[0]?.score ?? 0 })}</>;
}
