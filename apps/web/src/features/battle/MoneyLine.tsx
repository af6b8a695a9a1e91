import { NO_POINTS, shareOut, type Session } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { HeldMoney } from './HeldMoney.tsx';

/** What happened to the player's money. */
export function MoneyLine({
  result,
  session,
  userId,
}: {
  readonly result: BattleOver;
  readonly session: Session;
  readonly userId: string;
}): ReactElement {
  const t = useTranslations('battle');
  const { entryFeeSun } = session;
  if (result.outcome === 'cancelled') {
    return (
      <p>
        {session.reason === NO_POINTS && t('nobodyPlayed')}
        {session.reason === 'fault' && t('faulted')}{' '}
        {entryFeeSun > 0 && t('refunded', { amount: trx.exact(entryFeeSun) })}
      </p>
    );
  }
  if (entryFeeSun === 0) return <p className="text-muted">{t('moneyNone')}</p>;
  const isCreator = session.creatorAddress === userId;
  const creatorSun = isCreator ? shareOut(session.revenueDistribution, session.paidSun, []).creatorSun : 0;
  return (
    <>
      <Share result={result} userId={userId} />
      {creatorSun > 0 && <p className="text-good">{t('moneyOfCreator', { amount: trx.exact(creatorSun) })}</p>}
    </>
  );
}

/** The player's payout, or the winners. */
function Share({ result, userId }: { readonly result: BattleOver; readonly userId: string }): ReactElement {
  const t = useTranslations('battle');
  const payoutFromSun = useAccount(({ platform }) => platform?.freeWithdrawalSun ?? null);
  const { shareSun = 0, review, isOnBalance = false } = result.results.find((player) => player.userId === userId) ?? {};
  if (review === 'held' || review === 'refused')
    return (
      <HeldMoney sessionId={result.sessionId} userId={userId} amountSun={shareSun} isRefused={review === 'refused'} />
    );
  if (shareSun > 0) {
    const isPaidOut = payoutFromSun !== null && shareSun >= payoutFromSun && !isOnBalance;
    return (
      <p className="text-good">{t(isPaidOut ? 'moneyToWallet' : 'moneyToBalance', { amount: trx.exact(shareSun) })}</p>
    );
  }
  const paid = result.results.filter((player) => player.shareSun > 0);
  const hasWinner = paid.some(({ position }) => position === 1);
  const words = paid.length > 1 ? 'moneyToOthers' : hasWinner ? 'moneyToWinner' : 'moneyToBest';
  return <p className="text-muted">{t(paid.length === 0 ? 'moneyToHouse' : words)}</p>;
}
