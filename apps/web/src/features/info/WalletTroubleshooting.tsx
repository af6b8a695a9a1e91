import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Queries } from '../../data/api/Queries.tsx';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Diagnostics } from './Diagnostics.tsx';
import { Note } from './Note.tsx';
import { aboutQuery } from './server.ts';
import { Solutions } from './Solutions.tsx';
import { StillNeedHelp } from './StillNeedHelp.tsx';
import { openPageWallet, useDiagnosis, type OpenWallet } from './use-diagnosis.ts';
import '../../ui/screens.css';

/** Checks the wallet and shows problems with their solutions. SPEC section 2. */
export function WalletTroubleshooting({
  openWallet = openPageWallet,
}: {
  readonly openWallet?: OpenWallet;
}): ReactElement {
  const t = useTranslations('troubleshooting');
  return (
    <Screen name={t('screen')} className="gutter mx-auto flex w-full max-w-5xl flex-col gap-6 pt-4 pb-20">
      <header className="max-w-2xl">
        <Link href={PATHS.home} className="action action-bare -ml-3">
          <Icon name="back" />
          {t('back')}
        </Link>
        <h1 tabIndex={-1} className="mt-2 text-2xl min-[24rem]:text-3xl md:text-4xl">
          {t('title')}
        </h1>
        <p className="mt-3 text-lg text-muted">{t('intro')}</p>
      </header>
      <Queries>
        <KnownIssue />
        <Cards openWallet={openWallet} />
      </Queries>
    </Screen>
  );
}

function Cards({ openWallet }: { readonly openWallet: OpenWallet }): ReactElement {
  const diagnosis = useDiagnosis(openWallet);
  return (
    <>
      <Diagnostics diagnosis={diagnosis} />
      {/* Shown with the findings, whose height depends on the wallet, so that it does not move. */}
      {!diagnosis.isPending && (
        <>
          <Solutions />
          <StillNeedHelp found={diagnosis.data ?? null} />
        </>
      )}
    </>
  );
}

/** A known issue of the extension, configured by the operator with an end date. DESIGN section 9. */
function KnownIssue(): ReactElement | null {
  const t = useTranslations('troubleshooting.issue');
  const format = useFormatter();
  const issue = useQuery(aboutQuery).data?.walletIssue ?? null;
  if (issue === null) return null;
  const date = format.dateTime(new Date(`${issue.since}T00:00Z`), { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <aside aria-label={t('title')}>
      <Note kind="caution" title={t('title')}>
        <p>{t('text', { date })}</p>
      </Note>
    </aside>
  );
}
