import { ADMIN_CALLS, type ShareStory } from '@popfray/protocol/admin';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { shortenAddress } from '../../data/account/address.ts';
import { formatTrx } from './amount.ts';
import { callDeskApi } from './call-desk-api.ts';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { Suspicions } from './Suspicions.tsx';
import { useTimeFormat } from './Timestamp.tsx';
import { Button } from '../../ui/Button.tsx';

/** The decision on a held share of a battle, or the buttons to decide. */
export function ShareDecision({ story }: { readonly story: ShareStory }): ReactElement {
  const t = useTranslations('desk.review');
  const act = useTranslations('desk.act');
  const write = useTimeFormat();
  const [asked, setAsked] = useState<'paid' | 'refused' | null>(null);
  const { id, username: name, decision, amountSun } = story;
  const amount = formatTrx(amountSun);
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
    callDeskApi(ADMIN_CALLS.decideHeldShare, { params: { id }, body: { outcome, reason } });
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
          <Button look="good" size="small" onClick={() => setAsked('paid')}>
            {t('pay', { amount })}
          </Button>
          <Button size="small" onClick={() => setAsked('refused')}>
            {t('refuse')}
          </Button>
        </div>
      )}
      {asked === 'paid' && (
        <ConfirmActionDialog
          title={t('sharePayTitle')}
          confirm={t('pay', { amount })}
          decided={decided}
          done={t('sharePayDone')}
          act={decide('paid')}
          onClose={close}
        >
          <p>{t('sharePayText', { amount, name })}</p>
        </ConfirmActionDialog>
      )}
      {asked === 'refused' && (
        <ConfirmActionDialog
          title={t('shareRefuseTitle')}
          confirm={t('refuseConfirm', { amount })}
          isReasonShown
          isGrave
          decided={decided}
          done={t('shareRefuseDone')}
          act={decide('refused')}
          onClose={close}
        >
          <p>{t('shareRefuseText', { name, amount })}</p>
        </ConfirmActionDialog>
      )}
    </div>
  );
}
