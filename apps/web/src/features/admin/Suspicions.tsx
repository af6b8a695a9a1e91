import type { Review } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/Badge.tsx';

/** Reasons why a round is held. */
export function Suspicions({ suspicions }: { readonly suspicions: Review['conduct']['suspicions'] }): ReactElement {
  const t = useTranslations('desk.review.suspicion');
  return (
    <>
      {suspicions.map((suspicion) => (
        <Badge key={suspicion} look="soft" tone="caution">
          {t(suspicion)}
        </Badge>
      ))}
    </>
  );
}
