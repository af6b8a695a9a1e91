import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useParams } from 'wouter';
import { ApiError } from '../../data/api/api-error.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { PATHS } from '../../data/paths.ts';
import { Screen } from '../../ui/Screen.tsx';
import { isBattleRunning, receiptQuery } from './receipt-query.ts';
import { ReceiptView } from './ReceiptView.tsx';
import '../../ui/screens.css';

/** Public page of a battle's receipt: the result, the distribution of the money, and tools to verify both. */
export function ReceiptPage(): ReactElement {
  const { id } = useParams<{ readonly id: string }>();
  return (
    <Queries>
      <LoadedReceipt id={id} />
    </Queries>
  );
}

function LoadedReceipt({ id }: { readonly id: string }): ReactElement {
  const t = useTranslations('receipt');
  const receipt = useQuery(receiptQuery(id));
  if (receipt.data !== undefined) {
    return (
      <Screen name={t('screen')} className="gutter mx-auto w-full max-w-5xl py-10 pb-20">
        <ReceiptView key={id} receipt={receipt.data} />
      </Screen>
    );
  }
  const isRunning = isBattleRunning(receipt.error);
  const isAbsent = !isRunning && receipt.error instanceof ApiError && receipt.error.status === 404;
  return (
    <Screen
      name={t('screen')}
      className="gutter mx-auto flex w-full max-w-xl flex-col items-center gap-4 py-20 text-center"
    >
      {receipt.isPending && (
        <>
          <h1 tabIndex={-1} className="sr-only">
            {t('title')}
          </h1>
          <p role="status" className="text-muted">
            {t('loading')}
          </p>
        </>
      )}
      {isRunning && (
        <>
          <h1 tabIndex={-1} className="text-2xl">
            {t('runningTitle')}
          </h1>
          <p role="status" className="text-muted">
            {t('runningText')}
          </p>
          <Link href={`${PATHS.battle}/${id}`} className="action action-primary">
            {t('toBattle')}
          </Link>
        </>
      )}
      {isAbsent && (
        <>
          <h1 tabIndex={-1} className="text-2xl">
            {t('absentTitle')}
          </h1>
          <p className="text-muted">{t('absentText')}</p>
          <Link href={PATHS.lobby} className="action action-primary">
            {t('toLobby')}
          </Link>
        </>
      )}
      {receipt.isError && !isRunning && !isAbsent && (
        <>
          <h1 tabIndex={-1} className="text-2xl">
            {t('failedTitle')}
          </h1>
          <QueryFailed query={receipt} className="mt-4" />
        </>
      )}
    </Screen>
  );
}
