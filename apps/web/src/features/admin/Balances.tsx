import type { Solvency } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { formatTrx } from './amount.ts';
import { Trx } from './Trx.tsx';
import { useTimeFormat } from './Timestamp.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** The house's liabilities and its wallet's balance, as bars with a common scale and as figures. */
export function Balances({ now }: { readonly now: Solvency }): ReactElement {
  const t = useTranslations('desk.solvency');
  const write = useTimeFormat();
  const { liabilities, balanceSun, marginSun } = now;
  const owed = liabilities.totalSun;
  const held = balanceSun ?? 0;
  const scale = Math.max(owed, held, 1);
  return (
    <>
      <svg
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('cover', { owed: formatTrx(owed), held: balanceSun === null ? '?' : formatTrx(held) })}
        className="mb-2 block h-6 w-full"
      >
        <rect width={(100 * held) / scale} height="4" className="fill-good" />
        <rect width={(100 * owed) / scale} y="6" height="4" className={owed > held ? 'fill-tron' : 'fill-chain'} />
      </svg>
      <Facts look="edges">
        <Fact name={<Total>{t('holds')}</Total>} className="font-semibold">
          {balanceSun === null ? t('unknown') : <Trx amount={balanceSun} />}
        </Fact>
        <Fact name={<Total>{t('owes')}</Total>} className="font-semibold">
          <Trx amount={owed} />
        </Fact>
        <Fact name={<span className="pl-4">{t('players')}</span>}>
          <Trx amount={liabilities.playersSun} />
        </Fact>
        <Fact name={<span className="pl-4">{t('escrow')}</span>}>
          <Trx amount={liabilities.escrowSun} />
        </Fact>
        <Fact name={<span className="pl-4">{t('payouts')}</span>}>
          <Trx amount={liabilities.payoutsSun} />
        </Fact>
        <Fact
          name={<Total>{marginSun !== null && marginSun < 0 ? t('missing') : t('margin')}</Total>}
          className={`font-semibold ${marginSun === null ? '' : marginSun < 0 ? 'text-tron' : 'text-good'}`}
        >
          {marginSun === null ? t('unknown') : <Trx amount={Math.abs(marginSun)} />}
        </Fact>
        <Fact name={<span className="pl-4">{t('held')}</span>}>
          <Trx amount={now.heldSun} />
        </Fact>
      </Facts>
      {now.heldSun > 0 && <p className="mt-2 text-sm text-muted">{t('heldHint')}</p>}
      {now.sentSun > 0 && (
        <p className="mt-2 text-sm text-muted">{t('payoutsSent', { amount: formatTrx(now.sentSun) })}</p>
      )}
      <p className="mt-2 text-sm text-muted">
        {now.askedAt === null ? t('unknown') : t('asked', { time: write(now.askedAt) })}
      </p>
      {now.trouble !== '' && (
        <p role="alert" className="mt-1 text-sm text-caution wrap-anywhere">
          {t('trouble', { trouble: now.trouble })}
        </p>
      )}
    </>
  );
}

/** Name of a total. */
const Total = ({ children }: { readonly children: string }): ReactElement => (
  <span className="font-semibold text-text">{children}</span>
);
