import type { PurchaseRecord } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { upgradeName } from '../../data/messages/upgrade-name.ts';
import { useNow } from '../../data/api/clock.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { purchasesQuery } from '../upgrades/index.ts';
import { shortenLong } from './address.ts';
import { isActive } from './purchases.ts';

/** Scrollable list of all purchases, newest first. SPEC section 2, profile page. */
export function PurchaseHistory({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile');
  const money = useTranslations('money');
  const nowMs = useNow(1_000);
  const purchases = useQuery(purchasesQuery(address));
  return (
    <section aria-label={t('history')} className="rounded-3xl bg-surface p-5 pb-3">
      <h2 className="text-base">{t('history')}</h2>
      <p className="mt-1 text-sm text-muted">{t('historyBy', { address: shortenLong(address) })}</p>
      {purchases.isPending && <p className="py-3 text-muted">{money('loading')}</p>}
      <QueryFailed query={purchases} className="mt-4" />
      {purchases.data?.length === 0 && <p className="py-3 text-muted">{t('historyNone')}</p>}
      {purchases.data !== undefined && purchases.data.length > 0 && (
        <ScrollRegion
          as="ul"
          name={t('history')}
          className="-mx-2 mt-2 max-h-96 divide-y divide-line/70 overflow-y-auto overscroll-contain px-2"
        >
          {purchases.data.map((record) => (
            <Purchase key={record.id} record={record} isInForce={isActive(record, nowMs)} />
          ))}
        </ScrollRegion>
      )}
    </section>
  );
}

function Purchase({
  record,
  isInForce,
}: {
  readonly record: PurchaseRecord;
  readonly isInForce: boolean;
}): ReactElement {
  const t = useTranslations('profile');
  const money = useTranslations('money');
  const format = useFormatter();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-3">
      <span className="min-w-0 flex-1 font-semibold">{upgradeName(record.upgrade_id)}</span>
      <span className="tabular-nums">{money('trx', { amount: record.price })}</span>
      <span className="w-full" />
      <span className="min-w-0 flex-1 text-sm text-muted">
        {format.dateTime(new Date(record.purchased_at), { dateStyle: 'medium', timeStyle: 'short' })}
      </span>
      <span className={`text-sm font-semibold ${isInForce ? 'text-good' : 'text-muted'}`}>
        {isInForce ? t('historyActive') : t('historyExpired')}
      </span>
    </li>
  );
}
