import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ExplorerLink } from './ExplorerLink.tsx';
import '../../ui/screens.css';

/** Number of characters shown at the start and at the end of a transaction id. */
const SHOWN = 8;

/** A transaction id with a copy button and a link to the explorer. */
export function TxidLine({
  txid,
  explorerUrl,
}: {
  readonly txid: string;
  /** Null where the network has no explorer. */
  readonly explorerUrl: string | null;
}): ReactElement {
  const t = useTranslations('money');
  return (
    <p className="mt-1 -mr-3 flex items-center text-sm">
      <span className="mr-auto font-mono text-muted" title={txid}>
        {txid.slice(0, SHOWN)}…{txid.slice(-SHOWN)}
      </span>
      <CopyButton text={txid} name={t('copyTxid')} />
      <ExplorerLink href={explorerUrl} />
    </p>
  );
}
