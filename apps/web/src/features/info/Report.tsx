import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { networkName } from '../../data/account/network-name.ts';
import { lastFailure } from '../../data/api/last-failure.ts';
import { useConnectivity } from '../../data/api/connectivity.ts';
import { serverNow } from '../../data/api/server-clock.ts';
import { LANGUAGE_NAMES } from '../../data/messages/language.ts';
import { CopyAction } from './CopyAction.tsx';
import { verdictOf, type Diagnosis } from './diagnostics.ts';
import { aboutQuery, useNetwork } from './server.ts';
import { useDiagnosis, type OpenWallet } from './use-diagnosis.ts';

/** Technical details for support, for the user to read and copy. It contains no secrets, and nothing is sent. */
export function Report({ openWallet }: { readonly openWallet: OpenWallet }): ReactElement {
  const t = useTranslations('contact.report');
  const text = useReport(openWallet);
  return (
    <>
      <textarea
        readOnly
        aria-label={t('label')}
        rows={text.split('\n').length + 2}
        value={text}
        className="max-h-104 w-full resize-y rounded-2xl bg-surface px-4.5 py-4 font-text text-[0.9375rem] whitespace-pre-wrap wrap-anywhere in-data-card:bg-raised"
        onFocus={(event) => event.currentTarget.select()}
      />
      <p>
        <CopyAction text={text} name={t('copy')} />
      </p>
    </>
  );
}

function useReport(openWallet: OpenWallet): string {
  const t = useTranslations('contact.report');
  const format = useFormatter();
  const locale = useLocale();
  const connectivity = useConnectivity();
  const network = useNetwork();
  const about = useQuery(aboutQuery);
  const { data: found } = useDiagnosis(openWallet);
  const [openedMs] = useState(serverNow);
  const address = useAccount((state) => state.address);
  const isSignedIn = useAccount(({ player }) => player !== null);
  const failed = lastFailure();
  const unknown = t('unknown');
  return [
    t('product', { version: about.data?.version ?? unknown }),
    t('time', { time: format.dateTime(found?.lastChecked ?? openedMs, { dateStyle: 'medium', timeStyle: 'long' }) }),
    t('page', { language: LANGUAGE_NAMES[locale] }),
    t('browser', { browser: navigator.userAgent }),
    t('window', { width: innerWidth, height: innerHeight, scale: devicePixelRatio }),
    t('network', { network: network === null ? unknown : networkName(network) }),
    t(`reach.${connectivity}`),
    t(`wallet.${found === undefined ? 'checking' : stateOf(found)}`),
    t('walletVersion', { version: found?.extensionVersion ?? unknown }),
    t(`walletNetwork.${found?.network ?? 'unknown'}`),
    isSignedIn ? t('signedIn') : t('signedOut'),
    ...(address === null ? [] : [t('address', { address })]),
    failed === null ? t('noFailure') : t('failure', { call: failed.call, status: failed.status }),
  ].join('\n');
}

function stateOf(found: Diagnosis): 'missing' | 'incompatible' | 'locked' | 'ready' {
  const verdict = verdictOf(found);
  if (verdict !== 'checked') return verdict;
  return found.isUnlocked ? 'ready' : 'locked';
}
