import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useParams } from 'wouter';
import { Queries } from '../api/Queries.tsx';
import { Audit } from './Audit.tsx';
import { Cards } from './Cards.tsx';
import { ChatDesk } from './ChatDesk.tsx';
import { DeskTexts } from './DeskTexts.tsx';
import { Financial } from './Financial.tsx';
import { Findings } from './Findings.tsx';
import { Frame } from './Frame.tsx';
import { Operator } from './Operator.tsx';
import { Overview } from './Overview.tsx';
import { Payouts } from './Payouts.tsx';
import { LEAST_FIND, usePlace, type Tab } from './place.ts';
import { PlayerPage } from './PlayerPage.tsx';
import { Players } from './Players.tsx';
import { ReviewDesk } from './ReviewDesk.tsx';
import { SessionPage } from './SessionPage.tsx';
import { SolvencyDesk } from './SolvencyDesk.tsx';
import { System } from './System.tsx';
import { Transactions } from './Transactions.tsx';
import './admin.css';

/** The operator's desk: its tabs, or what was found. */
export function Admin(): ReactElement {
  return (
    <Desk>
      <Tabs />
    </Desk>
  );
}

/** The desk's page of one address. */
export function AdminPlayer(): ReactElement {
  const { address } = useParams<{ readonly address: string }>();
  return (
    <Desk>
      <PlayerPage key={address} address={address} />
    </Desk>
  );
}

/** The desk's page of one session. */
export function AdminSession(): ReactElement {
  const { id } = useParams<{ readonly id: string }>();
  return (
    <Desk>
      <SessionPage key={id} id={id} />
    </Desk>
  );
}

/** What every page of the desk stands in. */
function Desk({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Queries>
      <DeskTexts>
        <Operator>{children}</Operator>
      </DeskTexts>
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
  audit: Audit,
};

/** Tabs for looking; the others are for deciding, and need the room. */
const FIGURES: ReadonlySet<Tab> = new Set(['overview', 'players', 'financial', 'system', 'transactions']);

function Tabs(): ReactElement {
  const t = useTranslations('desk');
  const { tab, get } = usePlace();
  const text = get('find').trim();
  const isSearch = text.length >= LEAST_FIND;
  const Shown = TABS[tab];
  return (
    <Frame name={t('screen')} title={t('title')} tab={isSearch ? null : tab}>
      {isSearch ? (
        <Findings text={text.slice(0, 100)} />
      ) : (
        <>
          {FIGURES.has(tab) && (
            // On a phone they stand on the first tab alone.
            <div className={tab === 'overview' ? '' : 'hidden md:block'}>
              <Cards />
            </div>
          )}
          <Shown />
        </>
      )}
    </Frame>
  );
}
