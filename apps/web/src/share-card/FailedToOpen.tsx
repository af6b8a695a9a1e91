import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../shell/toast.ts';

/** Says, as soon as it is there, that the part which makes pictures could not be fetched. */
export function FailedToOpen(): null {
  const t = useTranslations('shareRound');
  useEffect(() => showToast({ kind: 'bad', title: t('failedTitle'), text: t('failedText') }), [t]);
  return null;
}
