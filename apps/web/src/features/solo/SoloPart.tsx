import type { ReactElement } from 'react';
import { Queries } from '../../data/api/Queries.tsx';
import { EndRound } from './EndRound.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import type { SoloSession } from './solo-session.ts';
import { SoloConnection } from './SoloConnection.tsx';
import { SoloRound } from './SoloRound.tsx';
import { SoloTerms } from './SoloTerms.tsx';

/** Overlay of the arena for paid rounds. */
export function SoloOverlay({ session }: { readonly session: SoloSession }): ReactElement {
  return (
    <Queries>
      <SoloRound session={session} />
      <LeaveGuard />
    </Queries>
  );
}

/** Terms of paid rounds, beside the field, and the quality of the connection while one is played. */
export function SoloSide({ session }: { readonly session: SoloSession }): ReactElement {
  return (
    <Queries>
      <EndRound store={session.store} />
      <SoloConnection store={session.store} />
      <SoloTerms />
    </Queries>
  );
}
