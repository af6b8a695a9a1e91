import { Tabs } from '../../ui/Tabs.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { connectWallet } from '../../data/wallet/wallet-actions.ts';
import { PATHS } from '../../data/paths.ts';
import { CopyAction } from './CopyAction.tsx';
import { EXTENSION_PAGES, LINKS } from './links.ts';
import { Note } from './Note.tsx';
import { OutLink } from './OutLink.tsx';
import { useNetwork } from './server.ts';
import { InfoCard } from './InfoCard.tsx';
import { ReloadButton } from '../../ui/ReloadButton.tsx';

/** How long the extension should stay disabled, s. SPEC section 9. */
const RESTART_S = 10;

const TABS = { quick: QuickFixes, advanced: Advanced, alternatives: Alternatives } as const;
const NAMES = ['quick', 'advanced', 'alternatives'] as const;

/** Solutions, from the quickest to alternatives without the extension. SPEC section 2. */
export function Solutions(): ReactElement {
  const t = useTranslations('troubleshooting.solutions');
  return (
    <InfoCard labelledBy="solutions-title">
      <h2 id="solutions-title" className="text-xl">
        {t('title')}
      </h2>
      <Tabs
        label={t('tabs')}
        className="mt-5"
        listClassName="bg-ink"
        contentClassName="mt-3"
        tabs={NAMES.map((name) => {
          const Fixes = TABS[name];
          return {
            name,
            label: t(name),
            content: (
              <ul>
                <Fixes />
              </ul>
            ),
          };
        })}
      />
    </InfoCard>
  );
}

function Fix({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <li className="flex flex-col items-start gap-2 border-t border-line/80 py-4.5 first:border-t-0">
      <h3 className="font-text text-base font-semibold tracking-normal">{title}</h3>
      <p className="text-muted">{text}</p>
      {children !== undefined && <div className="mt-1 flex flex-wrap gap-3">{children}</div>}
    </li>
  );
}

function QuickFixes(): ReactElement {
  const t = useTranslations('troubleshooting.quick');
  const network = useNetwork();
  return (
    <>
      <Fix title={t('refreshTitle')} text={t('refreshText')}>
        <ReloadButton>{t('refreshAction')}</ReloadButton>
      </Fix>
      <Fix title={t('unlockTitle')} text={t('unlockText')}>
        {/* A page cannot open the extension's window; requesting the accounts does. */}
        <button type="button" className="action action-quiet" onClick={() => void connectWallet()}>
          {t('unlockAction')}
        </button>
      </Fix>
      <Fix title={t('networkTitle')} text={t(`networkText.${network?.id ?? 'unknown'}`)} />
      <Fix title={t('browserTitle')} text={t('browserText')} />
    </>
  );
}

function Advanced(): ReactElement {
  const t = useTranslations('troubleshooting.advanced');
  return (
    <>
      <Fix title={t('restartTitle')} text={t('restartText', { seconds: RESTART_S })}>
        <CopyAction text={EXTENSION_PAGES.chrome} name={t('copyChrome')} />
        <CopyAction text={EXTENSION_PAGES.edge} name={t('copyEdge')} />
      </Fix>
      <Fix title={t('cacheTitle')} text={t('cacheText')} />
      <Fix title={t('updateTitle')} text={t('updateText')}>
        <OutLink href={LINKS.chromeStore} name={t('updateAction')} />
      </Fix>
      <Fix title={t('reinstallTitle')} text={t('reinstallText')}>
        <Note kind="bad">
          <p>{t('reinstallWarning')}</p>
        </Note>
      </Fix>
    </>
  );
}

function Alternatives(): ReactElement {
  const t = useTranslations('troubleshooting.alternatives');
  return (
    <>
      <Fix title={t('freeTitle')} text={t('freeText')}>
        <Link href={PATHS.freePlay} className="action action-quiet">
          {t('freeAction')}
        </Link>
      </Fix>
      <Fix title={t('mobileTitle')} text={t('mobileText')}>
        <OutLink href={LINKS.appStore} name={t('ios')} />
        <OutLink href={LINKS.googlePlay} name={t('android')} />
      </Fix>
      <Fix title={t('battleTitle')} text={t('battleText')}>
        <Link href="/cross-chain" className="action action-quiet">
          {t('battleAction')}
        </Link>
      </Fix>
    </>
  );
}
