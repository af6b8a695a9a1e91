import { ADMIN_CALLS, type ReviewStory } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { formatTrx } from './amount.ts';
import { callDeskApi } from './call-desk-api.ts';
import { Decision } from './Decision.tsx';

/** The decision on a held round. It is paid out of today's reward budget, as far as the player's daily cap allows. */
export function RoundDecision({ story }: { readonly story: ReviewStory }): ReactElement {
  const t = useTranslations('desk.review');
  const { id, username: name, earnedSun, payableSun, budgetLeftSun } = story;
  const earned = formatTrx(earnedSun);
  const payable = formatTrx(payableSun);
  return (
    <Decision
      story={story}
      payment={{
        amount: payable,
        title: t('payTitle'),
        text: (
          <>
            <p>{t('payText', { amount: payable, name })}</p>
            {payableSun === 0 && <p className="text-caution">{t('payNothing')}</p>}
            {payableSun > 0 && payableSun < earnedSun && <p className="text-caution">{t('payLess', { earned })}</p>}
          </>
        ),
        done: t('payDone'),
      }}
      obstacle={budgetLeftSun < payableSun ? t('payShort', { left: formatTrx(budgetLeftSun) }) : null}
      refusal={{
        amount: earned,
        title: t('refuseTitle'),
        text: <p>{t('refuseText', { name, earned })}</p>,
        done: t('refuseDone'),
      }}
      decide={async (verdict) => callDeskApi(ADMIN_CALLS.decideReview, { params: { id }, body: verdict })}
    />
  );
}
