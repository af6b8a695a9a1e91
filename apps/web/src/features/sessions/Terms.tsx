import { REVENUES, type Revenue, type RevenuePolicy, type SessionScope } from '@popfray/protocol';
import type { ReactElement, ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { networkName } from '../../data/account/network-name.ts';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** What determines the money of a session. */
export interface MoneyTerms {
  /** Amount that each TRON player pays, sun. */
  readonly feeSun: number;
  readonly maxPlayers: number;
  /** What the players paid once joining has ended, sun; 0 when it was refunded. Absent while the pool can grow. */
  readonly paidSun?: number | undefined;
  readonly revenue: Revenue;
  /** False where another platform handles the fees, so that Popfray's rules for fees do not apply. Default: true. */
  readonly isHostedHere?: boolean;
  /** Players of the other chain cannot join a `local` session, so the terms do not mention them. Default: `cross-chain`. */
  readonly scope?: SessionScope;
}

/** Basis points per per cent. */
const BP_A_PERCENT = 100;

/** Entry fee, prizes and distribution of a session, shown before a payment. */
export function Terms({
  terms: { feeSun, maxPlayers, paidSun, revenue, isHostedHere = true, scope = 'cross-chain' },
  children,
}: {
  readonly terms: MoneyTerms;
  /** Further `Fact`s. */
  readonly children?: ReactNode;
}): ReactElement {
  const t = useTranslations('sessions.terms');
  const network = useAccount(({ platform }) => (platform === null ? null : networkName(platform.network)));
  return (
    <Facts>
      <Fact name={t('fee')}>{feeSun === 0 ? t('free') : t('feeValue', { fee: trx.exact(feeSun) })}</Fact>
      <Fact name={t('pool')}>
        {feeSun === 0 && t('poolNone')}
        {feeSun > 0 &&
          paidSun === undefined &&
          t('poolValue', { pool: trx.exact(feeSun * maxPlayers), players: maxPlayers })}
        {feeSun > 0 && paidSun === 0 && t('poolRefunded')}
        {feeSun > 0 && paidSun !== undefined && paidSun > 0 && t('feeValue', { fee: trx.exact(paidSun) })}
      </Fact>
      {feeSun > 0 && (
        <>
          <SharesTerm revenue={revenue} />
          {isHostedHere && (
            <>
              {scope === 'cross-chain' && <OtherChainTerm revenue={revenue} />}
              <Fact name={t('start')}>{t('startText')}</Fact>
              <Fact name={t('back')}>{t('backText')}</Fact>
              <Fact name={t('review')}>{t('reviewText')}</Fact>
              {network !== null && <Fact name={t('network')}>{network}</Fact>}
            </>
          )}
        </>
      )}
      {children}
    </Facts>
  );
}

/** How the pool is shared, as a term. */
export function SharesTerm({ revenue }: { readonly revenue: Revenue }): ReactElement {
  return <Fact name={useTranslations('sessions.terms')('shares')}>{useShares()(revenue)}</Fact>;
}

/** Who receives what players of the other chain win, as a term. */
export function OtherChainTerm({ revenue: { otherChainPrizeTo } }: { readonly revenue: Revenue }): ReactElement {
  const t = useTranslations('sessions.terms');
  return <Fact name={t('other')}>{t(otherChainPrizeTo === 'best-tron-player' ? 'otherToBest' : 'otherToHouse')}</Fact>;
}

/** Returns a formatter of the shares of a pool, in per cent. */
export function useShares(): (revenue: Revenue | RevenuePolicy) => string {
  const t = useTranslations('sessions.terms');
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const percent = (bp = 0): string => format.format(bp / BP_A_PERCENT);
  return (named) => {
    const { policy, playersBp, positionsBp, creatorBp, houseBp } = typeof named === 'string' ? REVENUES[named] : named;
    const rest = { creator: percent(creatorBp), house: percent(houseBp) };
    if (policy === 'winner-takes-all') return t('winner', { players: percent(playersBp), ...rest });
    const [first, second, third] = positionsBp;
    return t('podium', { first: percent(first), second: percent(second), third: percent(third), ...rest });
  };
}
