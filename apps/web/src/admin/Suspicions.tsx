import type { Review } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** Why a round is held, a word each. */
export function Suspicions({ suspicions }: { readonly suspicions: Review['conduct']['suspicions'] }): ReactElement {
  const t = useTranslations('desk.review.suspicion');
  return (
    <>
      {suspicions.map((suspicion) => (
        <span key={suspicion} className="desk-mark">
          {t(suspicion)}
        </span>
      ))}
    </>
  );
}
