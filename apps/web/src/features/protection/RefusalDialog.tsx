import { AGE_TEXT_VERSION, MINIMUM_AGE } from '@popfray/protocol';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { Queries } from '../../data/api/Queries.tsx';
import type { Refusal } from '../../data/api/refusal.ts';
import { PATHS } from '../../data/paths.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { confirmAge, answerRealityCheck, protectionQuery } from './protection.ts';
import { useResult } from './result.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import '../../ui/screens.css';

/** Explains a refused paid action: asks for the age or shows a reality check, which the player can solve, or says why and until when. */
export function RefusalDialog({ refusal }: { readonly refusal: Refusal }): ReactElement {
  const address = useAccount(({ player }) => player?.address ?? '');
  return (
    <Queries>
      {refusal.code === 'ERR_AGE_UNCONFIRMED' && <AgeDialog address={address} refusal={refusal} />}
      {refusal.code === 'ERR_REALITY_CHECK' && <RealityCheckDialog address={address} refusal={refusal} />}
      {refusal.code !== 'ERR_AGE_UNCONFIRMED' && refusal.code !== 'ERR_REALITY_CHECK' && (
        <ExplanationDialog refusal={refusal} />
      )}
    </Queries>
  );
}

interface DialogProps {
  readonly address: string;
  readonly refusal: Refusal;
}

function AgeDialog({ address, refusal: { close } }: DialogProps): ReactElement {
  const t = useTranslations('protection.age');
  const confirming = useMutation({
    mutationFn: async () => confirmAge(address, AGE_TEXT_VERSION),
    onSuccess: () => close(true),
  });
  return (
    <Dialog
      isOpen
      title={t('title', { age: MINIMUM_AGE })}
      description={t('text', { age: MINIMUM_AGE })}
      onClose={() => close(false)}
    >
      <p className="mt-3 text-sm text-muted">{t('stored')}</p>
      <Failure error={confirming.error} />
      <div className="mt-5 flex flex-wrap gap-2">
        <button
          type="button"
          disabled={confirming.isPending}
          className="action action-primary"
          onClick={() => confirming.mutate()}
        >
          {t('confirm', { age: MINIMUM_AGE })}
        </button>
        <button type="button" className="action action-quiet" onClick={() => close(false)}>
          {t('cancel')}
        </button>
      </div>
      <PageLink onFollow={() => close(false)} />
    </Dialog>
  );
}

function RealityCheckDialog({ address, refusal: { close } }: DialogProps): ReactElement {
  const t = useTranslations('protection.reality');
  const result = useResult();
  const format = useFormatter();
  const state = useQuery(protectionQuery(address));
  const answering = useMutation({
    mutationFn: async () => answerRealityCheck(address, null),
    onSuccess: () => close(true),
  });
  const play = state.data?.play;
  return (
    <Dialog isOpen title={t('title')} description={t('text')} onClose={() => close(false)}>
      <QueryFailed query={state} className="mt-4" />
      {state.isPending && (
        <p role="status" className="mt-4 text-muted">
          {t('loading')}
        </p>
      )}
      {play !== null && play !== undefined && (
        <Facts className="mt-4">
          <Fact name={t('since')}>
            {format.dateTime(new Date(play.since), { dateStyle: 'medium', timeStyle: 'short' })}
          </Fact>
          <Fact name={t('result')}>{result(play.netSun)}</Fact>
        </Facts>
      )}
      <Failure error={answering.error} />
      <div className="mt-5 flex flex-wrap gap-2">
        <button type="button" className="action action-primary" onClick={() => close(false)}>
          {t('stop')}
        </button>
        <button
          type="button"
          disabled={!state.isSuccess || answering.isPending}
          className="action action-quiet"
          onClick={() => answering.mutate()}
        >
          {t('continue')}
        </button>
      </div>
      <PageLink onFollow={() => close(false)} />
    </Dialog>
  );
}

function ExplanationDialog({ refusal: { code, until, close } }: { readonly refusal: Refusal }): ReactElement {
  const t = useTranslations('protection.refused');
  const failures = useTranslations('failures');
  const format = useFormatter();
  return (
    <Dialog
      isOpen
      title={t('title')}
      description={failures(code, { minimumAge: MINIMUM_AGE })}
      onClose={() => close(false)}
    >
      {until !== null && (
        <p className="mt-3">
          {t(code === 'ERR_LIMIT_LOSS' || code === 'ERR_LIMIT_DEPOSIT' ? 'resets' : 'until', {
            time: format.dateTime(new Date(until), { dateStyle: 'long', timeStyle: 'short' }),
          })}
        </p>
      )}
      <div className="mt-5">
        <button type="button" className="action action-primary" onClick={() => close(false)}>
          {t('close')}
        </button>
      </div>
      <PageLink onFollow={() => close(false)} />
    </Dialog>
  );
}

function PageLink({ onFollow }: { readonly onFollow: () => void }): ReactElement {
  const t = useTranslations('protection');
  return (
    <p className="mt-4">
      <Link
        href={PATHS.playResponsibly}
        className="inline-block py-1 font-semibold underline underline-offset-4"
        onClick={onFollow}
      >
        {t('title')}
      </Link>
    </p>
  );
}

/** The message of a failed call. */
export function Failure({ error }: { readonly error: Error | null }): ReactNode {
  return (
    <p role="alert" className="mt-3 text-sm text-caution empty:hidden">
      {error?.message}
    </p>
  );
}
