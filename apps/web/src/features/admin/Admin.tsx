import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useParams } from 'wouter';
import { Queries } from '../../data/api/Queries.tsx';
import { Audit } from './Audit.tsx';
import { Cards } from './Cards.tsx';
import { ChatDesk } from './ChatDesk.tsx';
import { Financial } from './Financial.tsx';
import { SearchResults } from './SearchResults.tsx';
import { DeskLayout } from './DeskLayout.tsx';
import { OperatorOnly } from './OperatorOnly.tsx';
import { Overview } from './Overview.tsx';
import { Payouts } from './Payouts.tsx';
import { MIN_SEARCH_LENGTH, useDeskPath, type Tab } from './desk-path.ts';
import { PlayerPage } from './PlayerPage.tsx';
import { Players } from './Players.tsx';
import { ReviewDesk } from './ReviewDesk.tsx';
import { SessionPage } from './SessionPage.tsx';
import { Settings } from './Settings.tsx';
import { SolvencyDesk } from './SolvencyDesk.tsx';
import { System } from './System.tsx';
import { Transactions } from './Transactions.tsx';
import '../../ui/screens.css';

/** The operator's desk: its tabs, or the search results. */
export function Admin(): ReactElement {
  return (
    <Desk>
      <Tabs />
    </Desk>
  );
}

/** The desk's page of a player. */
export function AdminPlayer(): ReactElement {
  const { address } = useParams<{ readonly address: string }>();
  return (
    <Desk>
      <PlayerPage key={address} address={address} />
    </Desk>
  );
}

/** The desk's page of a session. */
export function AdminSession(): ReactElement {
  const { id } = useParams<{ readonly id: string }>();
  return (
    <Desk>
      <SessionPage key={id} id={id} />
    </Desk>
  );
}

/** Providers and access check of every page of the desk. */
function Desk({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Queries>
      <OperatorOnly>{children}</OperatorOnly>
    </Queries>
  );
}

const TABS: Readonly<Record<Tab, () => ReactElement>> = {
  overview: Overview,
  players: Players,
  financial: Financial,
  system: System,
  transactions: Transactions,
  review: ReviewDesk,
  chat: ChatDesk,
  payouts: Payouts,
  solvency: SolvencyDesk,
  settings: Settings,
  audit: Audit,
};

/** Tabs with figures only. The other tabs need the room for decisions. */
const FIGURES: ReadonlySet<Tab> = new Set(['overview', 'players', 'financial', 'system', 'transactions']);

function Tabs(): ReactElement {
  const t = useTranslations('desk');
  const { tab, get } = useDeskPath();
  const text = get('find').trim();
  const isSearch = text.length >= MIN_SEARCH_LENGTH;
  const Shown = TABS[tab];
  return (
    <DeskLayout name={t('screen')} title={t('title')} tab={isSearch ? null : tab}>
      {isSearch ? (
        <SearchResults text={text.slice(0, 100)} />
      ) : (
        <>
          {FIGURES.has(tab) && (
            // On a phone the cards are on the first tab only.
            <div className={tab === 'overview' ? '' : 'hidden md:block'}>
              <Cards />
            </div>
          )}
          <Shown />
        </>
      )}
    </DeskLayout>
  );
}
