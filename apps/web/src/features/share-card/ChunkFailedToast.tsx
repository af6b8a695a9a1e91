import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../../ui/toast.ts';

/** Shows a toast on mount: the chunk that creates pictures could not be fetched. */
export function ChunkFailedToast(): null {
  const t = useTranslations('shareRound');
  useEffect(() => showToast({ kind: 'bad', title: t('failedTitle'), text: t('failedText') }), [t]);
  return null;
}
