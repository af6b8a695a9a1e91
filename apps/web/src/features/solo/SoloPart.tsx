import type { ReactElement } from 'react';
import { Queries } from '../../data/api/Queries.tsx';
import type { PlaySession } from '../play/index.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { SoloRound } from './SoloRound.tsx';
import { SoloTerms } from './SoloTerms.tsx';

/** Overlay of the arena for paid rounds. */
export function SoloOverlay({ session }: { readonly session: PlaySession }): ReactElement {
  return (
    <Queries>
      <SoloRound session={session} />
      <LeaveGuard />
    </Queries>
  );
}

/** Terms of paid rounds, beside the field. */
export function SoloSide(): ReactElement {
  return (
    <Queries>
      <SoloTerms />
    </Queries>
  );
}
