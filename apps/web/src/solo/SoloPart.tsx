import type { ReactElement } from 'react';
import { Queries } from '../api/Queries.tsx';
import type { PlaySession } from '../play/play-session.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { SoloRound } from './SoloRound.tsx';
import { SoloTerms } from './SoloTerms.tsx';

/** Paid rounds, as they lie over the arena's field. */
export function SoloOverlay({ session }: { readonly session: PlaySession }): ReactElement {
  return (
    <Queries>
      <SoloRound session={session} />
      <LeaveGuard />
    </Queries>
  );
}

/** What paid rounds can earn, beside the field. */
export function SoloSide(): ReactElement {
  return (
    <Queries>
      <SoloTerms />
    </Queries>
  );
}
