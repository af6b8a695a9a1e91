import type { RoundStore } from '@popfray/react';
import { useEffect, useState, type ReactElement } from 'react';
import { useRoute } from 'wouter';
import { Queries } from '../../data/api/Queries.tsx';
import { useDay } from './board.ts';
import { DAILY_ROUND } from '../../data/paths.ts';
import { DailyHome } from './DailyHome.tsx';
import { DailyRound } from './DailyRound.tsx';
import { submitPendingDaily } from './submission.ts';
import '../../ui/screens.css';

/** The daily round, the same for all players, with its board. It pays no TRX. */
export function Daily({
  store,
}: {
  /** A store provided by the caller, not pausable. */ readonly store?: RoundStore;
}): ReactElement {
  return (
    <Queries>
      <DailyScreen {...(store !== undefined && { store })} />
    </Queries>
  );
}

function DailyScreen({ store }: { readonly store?: RoundStore }): ReactElement {
  const [isPlaying] = useRoute(DAILY_ROUND);
  const day = useDay();
  useEffect(() => void submitPendingDaily(), []);
  // A round that is running at midnight continues to its end.
  const [known, setKnown] = useState(day.fetched);
  if (day.fetched !== null && day.fetched !== known) setKnown(day.fetched);
  if (isPlaying && known !== null) {
    return (
      <DailyRound today={known.board.today} isPast={day.fetched === null} {...(store !== undefined && { store })} />
    );
  }
  return <DailyHome day={day} />;
}
