import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from './CopyButton.tsx';
import { ExplorerLink } from './ExplorerLink.tsx';

/** First and last characters of a transaction id that are shown. */
const SHOWN = 8;

/** A transaction's id, to be copied, and where it can be looked up. */
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
