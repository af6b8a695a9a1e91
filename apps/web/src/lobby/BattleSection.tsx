import { CALLS, type Session } from '@popfray/protocol';
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AskError } from '../api/ask-error.ts';
import { ask } from '../api/ask.ts';
import { say } from '../sessions/say.ts';

/** Battles shown at first, and with each press of the button below them. */
const SHOWN = 10;
/** Battles in a page of the server. */
const PAGE = 50;

/** Paid or free battles, a few at a time: more of those that are known first, then those that the server has besides. */
export function BattleSection({
  fee,
  battles,
  children,
}: {
  readonly fee: 'paid' | 'free';
  /** Those of the list that the lobby reads. */
  readonly battles: readonly Session[];
  /** A battle's row. */
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
    const page = await readOlder(fee, all);
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
      <ul className="battles">{all.slice(0, shown).map((session) => children(session))}</ul>
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

/** The open sessions that the server has before the oldest one that is known; null, and it was said, when it does not answer. */
async function readOlder(fee: 'paid' | 'free', known: readonly Session[]): Promise<readonly Session[] | null> {
  const [oldest] = known
    .filter(({ isHostedHere, endedAt }) => isHostedHere && endedAt === null)
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  if (oldest === undefined) return [];
  try {
    return await ask(CALLS.getSessions, {
      query: { fee, scope: 'cross-chain', before: oldest.createdAt, beforeId: oldest.id },
    });
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    say.notLoaded();
    return null;
  }
}
