import type { OwnRound } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { HeldText } from './HeldText.tsx';
import { unpaidRoundQuery, type UnpaidRound } from './unpaid-round.ts';
import '../../ui/screens.css';

/** Why the player's own solo round is held or was refused. Asks the server for what the page does not know of it. */
export function HeldRoundText({
  address,
  round,
}: {
  readonly address: string;
  readonly round: UnpaidRound & Pick<OwnRound, 'reasons' | 'refusal'>;
}): ReactElement | null {
  const { status } = round;
  const isKnown = (status === 'held' ? round.reasons : round.refusal) !== undefined;
  const query = useQuery({ ...unpaidRoundQuery(address, round), enabled: !isKnown });
  if (query.isLoading) return null;
  const { reasons = [], refusal } = isKnown ? round : (query.data ?? round);
  return (
    <>
      <HeldText subject="round" status={status} reasons={reasons} refusal={refusal} />
      <QueryFailed query={query} className="mt-2" />
    </>
  );
}
