import type { HoldReason } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import '../../ui/screens.css';

/** What is held: a share of a battle, or the reward of a solo round. */
type HeldSubject = 'share' | 'round';

/** Why a share or a reward is held or was refused, what the operator has decided, and how to object. */
export function HeldText({
  subject,
  status,
  reasons,
  refusal,
}: {
  readonly subject: HeldSubject;
  readonly status: 'held' | 'refused';
  /** Empty where the server does not say them. */
  readonly reasons: readonly HoldReason[];
  /** Why the operator refused it; undefined where the page does not know that. */
  readonly refusal?: string | undefined;
}): ReactElement {
  const t = useTranslations('money.held');
  return (
    <div className="text-left text-sm text-muted">
      {status === 'held' && reasons.length > 0 && <p>{t(`review.${subject}`)}</p>}
      {reasons.length > 0 && (
        <ul className="my-1 list-outside list-disc pl-5">
          {reasons.map((reason) => (
            <li key={reason}>{t(`reason.${reason}`)}</li>
          ))}
        </ul>
      )}
      {status === 'refused' && refusal !== undefined && (
        <p className="wrap-anywhere">{t('refusal', { reason: refusal })}</p>
      )}
      <p>
        {t(`appeal.${subject}`)}{' '}
        <Link href={PATHS.contact} className="underline underline-offset-4">
          {t('contact')}
        </Link>
      </p>
    </div>
  );
}
