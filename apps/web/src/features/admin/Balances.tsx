import type { Solvency } from '@popfray/protocol/admin';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { formatTrx } from './amount.ts';
import { Trx } from './Trx.tsx';
import { useTimeFormat } from './Timestamp.tsx';
import { DeskFacts } from './DeskFacts.tsx';

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
      <DeskFacts>
        <Row name={t('holds')} isMain>
          {balanceSun === null ? t('unknown') : <Trx amount={balanceSun} />}
        </Row>
        <Row name={t('owes')} isMain>
          <Trx amount={owed} />
        </Row>
        <Row name={t('players')}>
          <Trx amount={liabilities.playersSun} />
        </Row>
        <Row name={t('escrow')}>
          <Trx amount={liabilities.escrowSun} />
        </Row>
        <Row name={t('payouts')}>
          <Trx amount={liabilities.payoutsSun} />
        </Row>
        <Row
          name={marginSun !== null && marginSun < 0 ? t('missing') : t('margin')}
          tone={marginSun === null ? '' : marginSun < 0 ? 'text-tron' : 'text-good'}
          isMain
        >
          {marginSun === null ? t('unknown') : <Trx amount={Math.abs(marginSun)} />}
        </Row>
        <Row name={t('held')}>
          <Trx amount={now.heldSun} />
        </Row>
      </DeskFacts>
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

function Row({
  name,
  tone = '',
  isMain = false,
  children,
}: {
  readonly name: string;
  readonly tone?: string;
  /** Whether it is a total. */
  readonly isMain?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div>
      <dt className={isMain ? 'font-semibold text-text!' : 'pl-4'}>{name}</dt>
      <dd className={`${isMain ? 'font-semibold' : ''} ${tone}`}>{children}</dd>
    </div>
  );
}
