import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';

/** The player's Popfray balance below a result, with the way to withdraw it. Null where no player is signed in. */
export function BalanceLine(): ReactElement | null {
  const t = useTranslations('resultBalance');
  const balanceSun = useAccount(({ player }) => player?.balanceSun ?? null);
  if (balanceSun === null) return null;
  return (
    <p className="result-balance flex flex-wrap items-center justify-center gap-x-3 text-sm text-muted">
      <span>{t('balance', { amount: trx.exact(balanceSun) })}</span>
      {balanceSun > 0 && (
        <Link href={PATHS.profile} className="inline-flex min-h-6 items-center text-text underline underline-offset-4">
          {t('withdraw')}
        </Link>
      )}
    </p>
  );
}
