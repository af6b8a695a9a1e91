import type { Review } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Mark } from './Mark.tsx';

/** Reasons why a round is held. */
export function Suspicions({ suspicions }: { readonly suspicions: Review['conduct']['suspicions'] }): ReactElement {
  const t = useTranslations('desk.review.suspicion');
  return (
    <>
      {suspicions.map((suspicion) => (
        <Mark key={suspicion}>{t(suspicion)}</Mark>
      ))}
    </>
  );
}
