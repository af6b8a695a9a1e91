import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useParams } from 'wouter';
import { AskError } from '../api/ask-error.ts';
import { Queries } from '../api/Queries.tsx';
import { LoadFailed } from '../payment/LoadFailed.tsx';
import { PATHS } from '../routes.ts';
import { Screen } from '../shell/Screen.tsx';
import { isNotOver, receiptQuery } from './receipt-query.ts';
import { ReceiptView } from './ReceiptView.tsx';

/** A battle's receipt, for anybody who has its link: how it ended, where every sun went, and the means to check both. */
export function ReceiptPage(): ReactElement {
  const { id } = useParams<{ readonly id: string }>();
  return (
    <Queries>
      <OneReceipt id={id} />
    </Queries>
  );
}

function OneReceipt({ id }: { readonly id: string }): ReactElement {
  const t = useTranslations('receipt');
  const receipt = useQuery(receiptQuery(id));
  if (receipt.data !== undefined) {
    return (
      <Screen name={t('screen')} className="gutter mx-auto w-full max-w-5xl py-10 pb-20">
        <ReceiptView key={id} receipt={receipt.data} />
      </Screen>
    );
  }
  const isRunning = isNotOver(receipt.error);
  const isAbsent = !isRunning && receipt.error instanceof AskError && receipt.error.status === 404;
  return (
    <Screen
      name={t('screen')}
      className="gutter m-auto flex w-full max-w-xl flex-col items-center gap-4 py-20 text-center"
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
          <LoadFailed retry={() => void receipt.refetch()} isBusy={receipt.isFetching} />
        </>
      )}
    </Screen>
  );
}
