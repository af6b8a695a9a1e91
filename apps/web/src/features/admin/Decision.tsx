import { ADMIN_CALLS, type ReviewStory } from '@popfray/protocol/admin';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { shortenAddress } from '../../data/account/address.ts';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { formatTrx } from './amount.ts';
import { callDeskApi } from './call-desk-api.ts';
import { Suspicions } from './Suspicions.tsx';
import { useTimeFormat } from './Timestamp.tsx';
import { Button } from '../../ui/Button.tsx';

/** The decision on a held round, or the buttons to decide. */
export function Decision({ story }: { readonly story: ReviewStory }): ReactElement {
  const t = useTranslations('desk.review');
  const act = useTranslations('desk.act');
  const write = useTimeFormat();
  const [asked, setAsked] = useState<'paid' | 'refused' | null>(null);
  const { id, username: name, decision, earnedSun, payableSun, budgetLeftSun } = story;
  const earned = formatTrx(earnedSun);
  const isShort = budgetLeftSun < payableSun;
  const decided =
    decision === null
      ? null
      : act('by', {
          outcome: t(decision.outcome),
          by: shortenAddress(decision.by),
          time: write(decision.at),
          reason: decision.reason,
        });
  const decide = (outcome: 'paid' | 'refused') => (reason: string) =>
    callDeskApi(ADMIN_CALLS.decideReview, { params: { id }, body: { outcome, reason } });
  const close = (): void => setAsked(null);
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        <span className="text-muted">{t('why')}</span>
        <Suspicions suspicions={story.conduct.suspicions} />
      </p>
      {decided !== null && (
        <p role="status" className="mt-3 font-semibold wrap-anywhere">
          {decided}
        </p>
      )}
      {decision === null && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button disabled={isShort} look="good" size="small" onClick={() => setAsked('paid')}>
            {t('pay', { amount: formatTrx(payableSun) })}
          </Button>
          <Button size="small" onClick={() => setAsked('refused')}>
            {t('refuse')}
          </Button>
          {isShort && <p className="text-sm text-caution">{t('payShort', { left: formatTrx(budgetLeftSun) })}</p>}
        </div>
      )}
      {asked === 'paid' && (
        <ConfirmActionDialog
          title={t('payTitle')}
          confirm={t('pay', { amount: formatTrx(payableSun) })}
          decided={decided}
          done={t('payDone')}
          act={decide('paid')}
          onClose={close}
        >
          <p>{t('payText', { amount: formatTrx(payableSun), name })}</p>
          {payableSun === 0 && <p className="text-caution">{t('payNothing')}</p>}
          {payableSun > 0 && payableSun < earnedSun && <p className="text-caution">{t('payLess', { earned })}</p>}
        </ConfirmActionDialog>
      )}
      {asked === 'refused' && (
        <ConfirmActionDialog
          title={t('refuseTitle')}
          confirm={t('refuseConfirm', { amount: earned })}
          isReasonShown
          isGrave
          decided={decided}
          done={t('refuseDone')}
          act={decide('refused')}
          onClose={close}
        >
          <p>{t('refuseText', { name, earned })}</p>
        </ConfirmActionDialog>
      )}
    </div>
  );
}
