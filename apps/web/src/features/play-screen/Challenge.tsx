import { useMemo, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { Rival } from '../play/index.ts';

/** What a player who followed a link to a race plays for. */
export function Challenge({ rival }: { readonly rival: Rival }): ReactElement {
  const t = useTranslations('race');
  const score = useMemo(() => rival.playOn(rival.seed ?? '').score, [rival]);
  return (
    <div className="max-w-sm">
      <p className="text-lg font-semibold">{t('challenge', { score })}</p>
      <p className="mt-1 text-muted">{t('challengeText')}</p>
    </div>
  );
}
