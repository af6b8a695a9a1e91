import { ADMIN_CALLS, type ExportTable } from '@popfray/protocol/admin';
import { useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../data/api/api-error.ts';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast.ts';
import { callDeskApi } from './call-desk-api.ts';
import type { TransactionFilter } from './queries.ts';
import { Button } from '../../ui/Button.tsx';

/** Downloads a table as a CSV file, or shows an error. */
export function CsvButton({
  table,
  filter,
}: {
  readonly table: ExportTable;
  readonly filter?: TransactionFilter | undefined;
}): ReactElement {
  const t = useTranslations('desk');
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const text = await callDeskApi(ADMIN_CALLS.exportTable, { query: { table, ...filter } });
      saveFile({
        name: `popfray-${table}-${new Date().toISOString().slice(0, 10)}.csv`,
        content: new Blob([text], { type: 'text/csv' }),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showToast({ kind: 'bad', title: t('csvFailed'), text: error.message });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return (
    <Button aria-disabled={isBusy} size="small" onClick={() => void save()}>
      <Icon name="download" className="size-4 shrink-0" />
      {isBusy ? t('csvBusy') : t('csv')}
    </Button>
  );
}
