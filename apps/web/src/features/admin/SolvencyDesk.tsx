import { ADMIN_CALLS, type Solvency } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { useAction } from './use-action.ts';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { Address } from './Address.tsx';
import { formatTrx } from './amount.ts';
import { callDeskApi } from './call-desk-api.ts';
import { Balances } from './Balances.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { solvencyQuery } from './queries.ts';
import { ReconciliationSection } from './ReconciliationSection.tsx';
import { Trx } from './Trx.tsx';
import { useTimeFormat, Timestamp } from './Timestamp.tsx';
import { Button } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** Solvency of the house, the switch of paid play, and the reconciliation. */
export function SolvencyDesk(): ReactElement {
  const t = useTranslations('desk.solvency');
  const solvency = useQuery(solvencyQuery);
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Section title={t('state')}>
          <QueryResult query={solvency}>{(now) => <PlayState now={now} />}</QueryResult>
        </Section>
        <Section title={t('balances')} aside={<CheckButton />}>
          <QueryResult query={solvency} lines={8}>
            {(now) => <Balances now={now} />}
          </QueryResult>
        </Section>
        <Section title={t('budget')}>
          <QueryResult query={solvency}>{({ rewardBudget }) => <Budget budget={rewardBudget} />}</QueryResult>
        </Section>
      </div>
      <ReconciliationSection />
    </div>
  );
}

/** Whether paid play is running, the reason if not, and the switch. */
function PlayState({ now }: { readonly now: Solvency }): ReactElement {
  const t = useTranslations('desk.solvency');
  const write = useTimeFormat();
  const [asked, setAsked] = useState<'pause' | 'resume' | null>(null);
  const { isPaused, pausedByDesk, pausedByShortage } = now;
  const close = (): void => setAsked(null);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className={`text-lg font-semibold ${isPaused ? 'text-caution' : 'text-good'}`}>
          {isPaused ? t('paused') : t('running')}
        </p>
        {pausedByDesk === null ? (
          <Button size="small" onClick={() => setAsked('pause')}>
            <Icon name="pause" className="size-4 shrink-0" />
            {t('pause')}
          </Button>
        ) : (
          <Button look="good" size="small" onClick={() => setAsked('resume')}>
            <Icon name="play" className="size-4 shrink-0" />
            {t('resume')}
          </Button>
        )}
      </div>
      {pausedByDesk !== null && (
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm wrap-anywhere">
          <span>{t('byDesk', { time: write(pausedByDesk.since), reason: pausedByDesk.reason })}</span>
          <Address address={pausedByDesk.by} />
        </p>
      )}
      {pausedByShortage !== null && (
        <p className="mt-2 text-sm wrap-anywhere">
          {t('byShortage', { time: write(pausedByShortage.since), reason: pausedByShortage.reason })}{' '}
          <span className="text-muted">{t('shortageHint', { amount: formatTrx(now.resumeMarginSun) })}</span>
        </p>
      )}
      {asked === 'pause' && (
        <ConfirmActionDialog
          title={t('pauseTitle')}
          confirm={t('pause')}
          isGrave
          decided={pausedByDesk === null ? null : t('paused')}
          done={t('pauseDone')}
          act={(reason) => callDeskApi(ADMIN_CALLS.pausePlay, { body: { reason } })}
          onClose={close}
        >
          <p>{t('pauseText')}</p>
        </ConfirmActionDialog>
      )}
      {asked === 'resume' && (
        <ConfirmActionDialog
          title={t('resumeTitle')}
          confirm={t('resume')}
          decided={pausedByDesk === null ? t('notPaused') : null}
          done={t('resumeDone')}
          act={(reason) => callDeskApi(ADMIN_CALLS.resumePlay, { body: { reason } })}
          onClose={close}
        >
          <p>{pausedByShortage === null ? t('resumeText') : t('resumeShort')}</p>
        </ConfirmActionDialog>
      )}
    </>
  );
}

/** Button that reads the wallet's balance from the chain again. */
function CheckButton(): ReactElement {
  const t = useTranslations('desk.solvency');
  const { isBusy, error, run } = useAction();
  return (
    <span className="flex flex-wrap items-center gap-3">
      {error !== null && (
        <span role="alert" className="text-sm text-caution">
          {error}
        </span>
      )}
      <Button
        aria-disabled={isBusy}
        size="small"
        onClick={() => void run(() => callDeskApi(ADMIN_CALLS.checkSolvency, { body: {} }))}
      >
        {isBusy ? t('checking') : t('check')}
      </Button>
    </span>
  );
}

function Budget({ budget }: { readonly budget: Solvency['rewardBudget'] }): ReactElement {
  const t = useTranslations('desk.solvency');
  const desk = useTranslations('desk');
  const format = useFormatter();
  const share = budget.dailySun === 0 ? 0 : budget.leftSun / budget.dailySun;
  return (
    <>
      <meter
        className="mb-2 block h-2 w-full rounded-full border-0 bg-line [&::-moz-meter-bar]:rounded-full [&::-moz-meter-bar]:bg-chain [&::-webkit-meter-bar]:h-full [&::-webkit-meter-bar]:rounded-full [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:bg-line [&::-webkit-meter-optimum-value]:rounded-full [&::-webkit-meter-optimum-value]:bg-chain"
        aria-label={t('budgetLeft')}
        min={0}
        max={1}
        value={share}
        aria-valuetext={format.number(share, { style: 'percent' })}
      />
      <Facts look="edges">
        <Fact name={t('budgetLeft')}>
          <Trx amount={budget.leftSun} />
        </Fact>
        <Fact name={t('budgetDaily')}>
          <Trx amount={budget.dailySun} />
        </Fact>
        <Fact name={t('budgetRenews')}>
          <Timestamp at={budget.renewsAt} />
        </Fact>
        <Fact name={t('budgetCovered')} className={budget.isCovered === false ? 'text-tron' : ''}>
          {budget.isCovered === null ? desk('none') : budget.isCovered ? t('covered') : t('uncovered')}
        </Fact>
      </Facts>
    </>
  );
}
