import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { networkName } from '../../data/account/network-name.ts';
import { connectWallet } from '../../data/wallet/wallet-actions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { WalletAppLinks } from '../wallet-apps/index.ts';
import { verdictOf, type Diagnosis } from './diagnostics.ts';
import { LINKS } from './links.ts';
import { Note } from './Note.tsx';
import { OutLink } from './OutLink.tsx';
import { useNetwork } from './server.ts';
import { InfoCard } from './InfoCard.tsx';
import { Badge } from '../../ui/Badge.tsx';

/** Live check of the extension and the network. SPEC section 2. */
export function Diagnostics({ diagnosis }: { readonly diagnosis: UseQueryResult<Diagnosis> }): ReactElement {
  const t = useTranslations('troubleshooting.status');
  const { data: found, isError, isFetching, isPending, refetch } = diagnosis;
  const isChecking = isFetching || (isPending && !isError);
  return (
    <InfoCard labelledBy="diagnostics-title" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="diagnostics-title" className="text-xl">
          {t('title')}
        </h2>
        {/* Not disabled, so that it keeps the focus. */}
        <button
          type="button"
          aria-disabled={isChecking}
          className="action action-quiet"
          onClick={() => !isChecking && void refetch()}
        >
          <Icon name="reset" className={`size-5 shrink-0 ${isChecking ? 'animate-spin' : ''}`} />
          {isChecking ? t('checking') : t('refresh')}
        </button>
      </div>
      <div role="status" className="flex flex-col gap-5">
        {isError && !isChecking && <Note kind="bad" title={t('failed')} />}
        {found !== undefined && <Found found={found} />}
      </div>
    </InfoCard>
  );
}

function Found({ found }: { readonly found: Diagnosis }): ReactElement {
  const t = useTranslations('troubleshooting.status');
  const format = useFormatter();
  const verdict = verdictOf(found);
  return (
    <>
      <Note kind={verdict === 'checked' ? 'good' : 'bad'} title={t(verdict)} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        <Finding name={t('extension')} isGood={found.extensionInstalled}>
          {found.extensionInstalled ? t('yes') : t('no')}
        </Finding>
        <Finding name={t('api')} isGood={found.apiCompatible}>
          {found.apiCompatible ? t('yes') : t('no')}
        </Finding>
        <Finding name={t('network')} isGood={found.networkConnected}>
          {found.networkConnected ? t('connected') : t('disconnected')}
        </Finding>
        {found.extensionVersion !== null && (
          <Finding name={t('version')} isGood>
            {found.extensionVersion}
          </Finding>
        )}
      </dl>
      <Advice found={found} />
      <p className="text-sm text-muted tabular-nums">
        {t('lastChecked', { time: format.dateTime(found.lastChecked, { timeStyle: 'medium' }) })}
      </p>
    </>
  );
}

function Finding({
  name,
  isGood,
  children,
}: {
  readonly name: string;
  readonly isGood: boolean;
  readonly children: string;
}): ReactElement {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1">
        <Badge tone={isGood ? 'good' : 'caution'}>{children}</Badge>
      </dd>
    </div>
  );
}

/** What to do about the problems, the most serious first. */
function Advice({ found }: { readonly found: Diagnosis }): ReactElement {
  const t = useTranslations('troubleshooting');
  const info = useTranslations('info');
  const network = useNetwork();
  const verdict = verdictOf(found);
  const isSilent = found.network === 'silent' && found.networkConnected;
  return (
    <>
      {verdict === 'missing' && <Missing />}
      {verdict === 'incompatible' && (
        <Note kind="caution" title={t('incompatible.title')}>
          <p>{t('incompatible.text')}</p>
          <ul className="list-disc pl-5">
            <li>{t('incompatible.first')}</li>
            <li>{t('incompatible.second')}</li>
            <li>{t('incompatible.third')}</li>
            <li>{t('incompatible.fourth')}</li>
          </ul>
        </Note>
      )}
      {verdict === 'checked' && !found.isUnlocked && (
        <Note title={t('locked.title')}>
          <p className="text-muted">{t('locked.text')}</p>
          <button type="button" className="action action-quiet" onClick={() => void connectWallet()}>
            {t('locked.action')}
          </button>
        </Note>
      )}
      {found.network === 'other' && (
        <Note kind="caution" title={t('wrongNetwork.title')}>
          <p>{t('wrongNetwork.text', { network: network === null ? info('unknownNetwork') : networkName(network) })}</p>
        </Note>
      )}
      {isSilent && (
        <Note kind="caution" title={t('silentNode.title')}>
          <p>{t('silentNode.text')}</p>
        </Note>
      )}
      {!found.networkConnected && (
        <Note kind="caution" title={t('offline.title')}>
          <p>{t('offline.text')}</p>
        </Note>
      )}
      {verdict === 'checked' && found.network === 'expected' && <p>{t('good')}</p>}
    </>
  );
}

function Missing(): ReactElement {
  const t = useTranslations('troubleshooting.required');
  return (
    <Note title={t('text')}>
      <OutLink href={LINKS.tronLink} name={t('install')} className="action action-primary" />
      <div className="flex flex-col items-start gap-2 pointer-fine:hidden">
        <p className="text-muted">{t('phone')}</p>
        <WalletAppLinks address={`${location.origin}/`} />
      </div>
    </Note>
  );
}
