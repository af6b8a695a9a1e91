import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { heldSharesQuery, HeldText } from '../payments/index.ts';
import { RecordRow } from './RecordList.tsx';

/** The player's shares of battles that are not on the balance, because they are held for review or were refused; nothing without any. */
export function HeldShares({ address }: { readonly address: string }): ReactElement | null {
  const t = useTranslations('money.heldShare');
  const money = useTranslations('money');
  const { data } = useQuery(heldSharesQuery(address));
  const unpaid = data?.flatMap(({ status, ...share }) => (status === 'paid' ? [] : { ...share, status })) ?? [];
  if (unpaid.length === 0) return null;
  return (
    <section aria-labelledby="held-shares">
      <h3 id="held-shares" className="px-1 text-sm text-muted">
        {t('title')}
      </h3>
      <ol>
        {unpaid.map((share) => (
          <RecordRow
            key={share.sessionId}
            title={
              <Link href={`${PATHS.receipt}/${share.sessionId}`} className="underline underline-offset-4">
                {t('battle', { name: share.sessionName })}
              </Link>
            }
            atMs={share.heldAt}
            amount={
              <span className={share.status === 'held' ? 'text-caution' : 'text-muted'}>
                {share.status === 'held'
                  ? money('pending', { amount: trx.exact(share.amountSun) })
                  : t('refused', { amount: trx.exact(share.amountSun) })}
              </span>
            }
          >
            <HeldText subject="share" status={share.status} reasons={share.reasons} refusal={share.decision?.reason} />
          </RecordRow>
        ))}
      </ol>
    </section>
  );
}
