import { SESSION_CALLS, type Session } from '@popfray/protocol';
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { sessionToasts } from '../sessions/index.ts';

/** Number of battles shown at first, and added by each click on the button. */
const SHOWN = 10;
/** Page size of the server. */
const PAGE = 50;

/** Paid or free battles. The button shows more of the loaded ones and then fetches older ones. */
export function BattleSection({
  fee,
  battles,
  children,
}: {
  readonly fee: 'paid' | 'free';
  /** The matching sessions of the lobby's list. */
  readonly battles: readonly Session[];
  /** Renders the row of a battle. */
  readonly children: (session: Session) => ReactNode;
}): ReactElement | null {
  const t = useTranslations('lobby');
  const id = useId();
  const [shown, setShown] = useState(SHOWN);
  const [older, setOlder] = useState<readonly Session[]>([]);
  const [isEnd, setEnd] = useState(battles.length < PAGE);
  const [isBusy, setBusy] = useState(false);
  const known = new Set(battles.map((session) => session.id));
  const all = [...battles, ...older.filter((session) => !known.has(session.id))];
  if (all.length === 0) return null;

  const showMore = async (): Promise<void> => {
    setShown(shown + SHOWN);
    if (isEnd || all.length > shown + SHOWN) return;
    setBusy(true);
    const page = await fetchOlder(fee, all);
    setBusy(false);
    if (page === null) return;
    setOlder([...older, ...page]);
    setEnd(page.length < PAGE);
  };
  return (
    <section aria-labelledby={id} className="mt-5">
      <h3 id={id} className="text-base">
        {t(fee === 'paid' ? 'paidBattles' : 'freeBattles')}
      </h3>
      <ul className="divide-y divide-line/70">{all.slice(0, shown).map((session) => children(session))}</ul>
      {(all.length > shown || !isEnd) && (
        <button
          type="button"
          aria-disabled={isBusy}
          className="action action-quiet mt-3"
          onClick={() => !isBusy && void showMore()}
        >
          {t('more')}
        </button>
      )}
    </section>
  );
}

/** Fetches open sessions that are older than the known ones; null, after a toast, when the server does not answer. */
async function fetchOlder(fee: 'paid' | 'free', known: readonly Session[]): Promise<readonly Session[] | null> {
  const [oldest] = known
    .filter(({ isHostedHere, endedAt }) => isHostedHere && endedAt === null)
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  if (oldest === undefined) return [];
  try {
    return await callApi(SESSION_CALLS.getSessions, {
      query: { fee, scope: 'cross-chain', before: oldest.createdAt, beforeId: oldest.id },
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sessionToasts.notLoaded();
    return null;
  }
}
