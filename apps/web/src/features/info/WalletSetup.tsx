import type { Platform } from '@popfray/protocol';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { networkName } from '../../data/account/network-name.ts';
import { PATHS } from '../../data/paths.ts';
import { WalletAppLinks } from '../wallet-apps/index.ts';
import { FACTS } from './facts.ts';
import { InfoPage, SeeAlso } from './InfoPage.tsx';
import { FAUCETS, LINKS } from './links.ts';
import { Note } from './Note.tsx';
import { OutLink } from './OutLink.tsx';
import { Picture } from './Picture.tsx';
import { useNetworkQuery } from './server.ts';
import { PROSE } from './looks.ts';

/** Instructions from installing a wallet to connecting it, for the network of this server. */
export function WalletSetup(): ReactElement {
  const t = useTranslations('walletSetup');
  return (
    <InfoPage screen={t('screen')} title={t('title')} lead={t('lead')}>
      <Instructions />
    </InfoPage>
  );
}

/** Shown once the server has named its network, so that the notes about a network do not move the steps. */
function Instructions(): ReactElement {
  const t = useTranslations('walletSetup');
  const link = useTranslations('info.link');
  const app = useTranslations('app');
  const { network, isPending } = useNetworkQuery();
  if (isPending)
    return (
      <p role="status" className="text-muted">
        {app('loading')}
      </p>
    );
  return (
    <>
      <Steps known={network} />
      <section id="phone" aria-labelledby="phone-title" className={PROSE}>
        <h2 id="phone-title" className="pr-11 text-xl md:text-2xl">
          {t('phone.title')}
        </h2>
        <p>{t('phone.text')}</p>
        <p className="flex flex-wrap gap-3">
          <OutLink href={LINKS.appStore} name={t('phone.ios')} />
          <OutLink href={LINKS.googlePlay} name={t('phone.android')} />
        </p>
        <p className="flex flex-wrap gap-3 pointer-fine:hidden">
          <WalletAppLinks address={`${location.origin}/`} />
        </p>
      </section>
      <section aria-labelledby="help-title" className={PROSE}>
        <h2 id="help-title" className="pr-11 text-xl md:text-2xl">
          {t('help.title')}
        </h2>
        <p>{t('help.text')}</p>
        <SeeAlso
          links={[
            [link('troubleshooting'), PATHS.walletTroubleshooting],
            [link('faq'), PATHS.faq],
            [link('contact'), PATHS.contact],
          ]}
        />
      </section>
    </>
  );
}

/** The steps. Those that depend on the network are shown once the server has named it. */
function Steps({ known }: { readonly known: Platform['network'] | null }): ReactElement {
  const t = useTranslations('walletSetup');
  const info = useTranslations('info');
  const id = known?.id ?? null;
  const network = known === null ? info('unknownNetwork') : networkName(known);
  const isTest = id === 'nile' || id === 'shasta';
  const fund = isTest ? 'test' : (id ?? 'unknown');
  return (
    <>
      {id === 'dev' && (
        <Note kind="caution" title={t('forDev.title')}>
          <p>{t('forDev.text')}</p>
        </Note>
      )}
      {isTest && (
        <Note kind="caution" title={t('forTest.title', { network })}>
          <p>{t('forTest.text')}</p>
        </Note>
      )}
      <ol className="flex flex-col gap-12 [counter-reset:step]">
        <Step id="install" title={t('install.title')}>
          <p>{t('install.text')}</p>
          <Note kind="caution">
            <p>{t('install.warning')}</p>
          </Note>
          <p className="flex flex-wrap gap-3">
            <OutLink href={LINKS.tronLink} name={new URL(LINKS.tronLink).host} className="action action-primary" />
            <OutLink href={LINKS.chromeStore} name={t('install.store')} />
          </p>
        </Step>
        <Step id="create" title={t('create.title')}>
          <p>{t('create.text')}</p>
        </Step>
        <Step id="backup" title={t('backup.title')}>
          <p>{t('backup.text')}</p>
          <Note kind="bad">
            <p>{t('backup.warning')}</p>
          </Note>
        </Step>
        <Step id="network" title={t('switch.title')}>
          <p>{id === 'dev' ? t('switch.dev') : t('switch.text', { network })}</p>
        </Step>
        <Step id="fund" title={t('fund.title')}>
          <p>{t(`fund.${fund}`)}</p>
          {isTest && (
            <p>
              <OutLink href={FAUCETS[id]} name={t('fund.faucet')} />
            </p>
          )}
          <p>{t('fund.amount', FACTS)}</p>
        </Step>
        <Step id="connect" title={t('connect.title')}>
          <p>{t('connect.text')}</p>
          <Picture name="wallet" />
        </Step>
        <Step id="sign-in" title={t('signIn.title')}>
          <p>{t('signIn.text', FACTS)}</p>
          <p>{t('signIn.more')}</p>
        </Step>
      </ol>
    </>
  );
}

function Step({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <li
      id={id}
      className="grid gap-x-5 gap-y-3 [counter-increment:step] before:grid before:size-10 before:place-items-center before:rounded-full before:bg-raised before:font-display before:font-bold before:content-[counter(step)] sm:grid-cols-[2.5rem_minmax(0,1fr)] sm:before:-mt-1.5"
    >
      <div className={PROSE}>
        <h2 className="pr-11 text-xl">{title}</h2>
        {children}
      </div>
    </li>
  );
}
