import type { DailyBoard } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { useAccount } from '../../data/account/account.ts';
import { Card } from '../../ui/Card.tsx';
import { GuestName } from './GuestName.tsx';
import { submission } from './submission.ts';
import { SubmissionStatus } from './SubmissionStatus.tsx';

/** The player's place of today and the name on the board. */
export function OwnPlace({ today }: { readonly today: DailyBoard['today'] }): ReactElement {
  const t = useTranslations('daily.own');
  const board = useTranslations('daily.board');
  const isSignedIn = useAccount(({ player }) => player !== null);
  const step = useStore(submission, (state) => state.step);
  const { own, count } = today;
  return (
    <Card title={t('title')}>
      {own === null ? (
        <p className="mt-2 text-muted">{t('none')}</p>
      ) : (
        <>
          <p className="figure mt-3 text-3xl">{board('points', { points: own.score })}</p>
          <p className="mt-2 text-muted">{t('rank', { rank: own.rank, count })}</p>
        </>
      )}
      {(step === 'sending' || step === 'refused') && (
        <div role="status" className="mt-3 text-sm">
          <SubmissionStatus />
        </div>
      )}
      <div className="mt-4 border-t border-line/60 pt-4 text-sm">
        {isSignedIn ? <p className="text-muted">{t('player')}</p> : <GuestName />}
      </div>
    </Card>
  );
}
