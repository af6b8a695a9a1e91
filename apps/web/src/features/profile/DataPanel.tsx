import type { Player } from '@popfray/protocol';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../data/api/api-error.ts';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { fetchOwnData } from './own-data.ts';

/** Bytes per kB, as browsers show file sizes. */
const KILOBYTE = 1_000;

/** Lets players download or delete their data. */
export function DataPanel({ player }: { readonly player: Player }): ReactElement {
  const t = useTranslations('profile.data');
  const [bytes, setBytes] = useState(0);
  const [isDeleting, setDeleting] = useState(false);
  const fetching = useMutation({
    mutationFn: () => fetchOwnData(setBytes),
    onMutate: () => setBytes(0),
    onSuccess: saveFile,
  });
  const kilobytes = Math.ceil(bytes / KILOBYTE);
  const reason = fetching.error instanceof ApiError ? fetching.error.message : t('cut');
  return (
    <section aria-labelledby="own-data" className="rounded-3xl bg-surface p-5">
      <h2 id="own-data" className="text-base">
        {t('title')}
      </h2>
      <p className="mt-2 text-sm text-muted">{t('exportText')}</p>
      <button
        type="button"
        disabled={fetching.isPending}
        className="action action-quiet mt-3"
        onClick={() => fetching.mutate()}
      >
        <Icon name="download" />
        {t('export')}
      </button>
      <p role="status" className="mt-2 text-sm text-muted tabular-nums empty:hidden">
        {fetching.isPending && t('exporting', { kilobytes })}
        {fetching.isSuccess && t('exported', { kilobytes })}
      </p>
      <p role="alert" className="mt-2 text-sm text-caution empty:hidden">
        {fetching.isError && t('exportFailed', { reason })}
      </p>
      <p className="mt-5 text-sm text-muted">{t('deleteText')}</p>
      <button type="button" className="action action-quiet mt-3" onClick={() => setDeleting(true)}>
        <Icon name="bin" />
        {t('delete')}
      </button>
      {isDeleting && <DeleteDialog player={player} onClose={() => setDeleting(false)} />}
    </section>
  );
}
