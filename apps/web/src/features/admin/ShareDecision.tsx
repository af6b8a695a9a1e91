import { ADMIN_CALLS, type ShareStory } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { formatTrx } from './amount.ts';
import { callDeskApi } from './call-desk-api.ts';
import { Decision } from './Decision.tsx';

/** The decision on a held share of a battle. It is paid out of the battle's escrow; a refused one goes to the other players. */
export function ShareDecision({ story }: { readonly story: ShareStory }): ReactElement {
  const t = useTranslations('desk.review');
  const { id, username: name, amountSun } = story;
  const amount = formatTrx(amountSun);
  return (
    <Decision
      story={story}
      payment={{
        amount,
        title: t('sharePayTitle'),
        text: <p>{t('sharePayText', { amount, name })}</p>,
        done: t('sharePayDone'),
      }}
      refusal={{
        amount,
        title: t('shareRefuseTitle'),
        text: <p>{t('shareRefuseText', { name, amount })}</p>,
        done: t('shareRefuseDone'),
      }}
      decide={async (verdict) => callDeskApi(ADMIN_CALLS.decideHeldShare, { params: { id }, body: verdict })}
    />
  );
}
