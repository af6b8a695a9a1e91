import type { HeldShare } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import '../../ui/screens.css';

/** Why a share is held, what the operator has decided, and how to object. */
export function HeldShareText({ share }: { readonly share: HeldShare }): ReactElement {
  const t = useTranslations('money.heldShare');
  const { status, reasons, decision } = share;
  return (
    <div className="text-sm text-muted">
      {status === 'held' && <p>{t('review')}</p>}
      {status !== 'paid' && (
        <ul className="my-1 list-inside list-disc">
          {reasons.map((reason) => (
            <li key={reason}>{t(`reason.${reason}`)}</li>
          ))}
        </ul>
      )}
      {status === 'refused' && <p className="wrap-anywhere">{t('refusal', { reason: decision?.reason ?? '' })}</p>}
      {status !== 'paid' && (
        <p>
          {t('appeal')}{' '}
          <Link href={PATHS.contact} className="underline underline-offset-4">
            {t('contact')}
          </Link>
        </p>
      )}
    </div>
  );
}
