import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { shortenAddress } from '../../data/account/address.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ExplorerLink } from '../payments/index.ts';
import { isAddress, playerPath } from './desk-path.ts';

const LINK = 'underline decoration-edge underline-offset-4 hover:decoration-current';

/** An address: its first 6 and last 4 characters, with a copy button and a link to the player's page. SPEC section 2. */
export function Address({ address, name }: { readonly address: string; readonly name?: string }): ReactElement {
  const t = useTranslations('desk');
  if (!isAddress(address)) return <span className="wrap-anywhere">{name ?? address}</span>;
  return (
    <span data-address className="inline-flex max-w-full items-center">
      <Link href={playerPath(address)} title={address} className={`${LINK} ${name === undefined ? 'font-mono' : ''}`}>
        {name ?? shortenAddress(address)}
      </Link>
      <CopyButton isSmall text={address} name={t('copyAddress', { address: shortenAddress(address) })} />
    </span>
  );
}

/** Number of characters of an id that are shown. */
const SHOWN = 10;

/** An id or transaction id: its first characters with a copy button, and a link to the explorer if there is one. */
export function Id({
  id,
  href,
  explorerUrl = null,
}: {
  readonly id: string;
  /** Page of the desk with its details. */
  readonly href?: string;
  readonly explorerUrl?: string | null;
}): ReactElement {
  const t = useTranslations('desk');
  const short = id.length > SHOWN + 2 ? `${id.slice(0, SHOWN)}…` : id;
  return (
    <span data-address className="inline-flex max-w-full items-center">
      {href === undefined ? (
        <span title={id} className="font-mono">
          {short}
        </span>
      ) : (
        <Link href={href} title={id} className={`${LINK} font-mono`}>
          {short}
        </Link>
      )}
      <CopyButton isSmall text={id} name={t('copyId')} />
      <ExplorerLink isSmall href={explorerUrl} />
    </span>
  );
}
