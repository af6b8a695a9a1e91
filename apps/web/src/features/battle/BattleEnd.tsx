import type { Session } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import type { BattleState } from '@popfray/react/battle';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Overlay } from '../play/index.ts';
import { PATHS } from '../../data/paths.ts';
import { RematchButton } from '../sessions/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MoneyLine } from './MoneyLine.tsx';
import { Standings } from './Standings.tsx';

/** Result of a battle: the winner, the money, and the next actions. */
export function BattleEnd({
  result,
  session,
  userId,
  rematch,
}: {
  readonly result: BattleOver;
  readonly session: Session;
  readonly userId: string;
  readonly rematch: BattleState['rematch'];
}): ReactElement {
  const t = useTranslations('battle');
  const again = useTranslations('sessions.rematch');
  return (
    <Overlay title={useTitle(result, userId)} isGuarded>
      {result.outcome === 'settled' && <Standings result={result} session={session} userId={userId} />}
      <div role="status" className="max-w-md text-sm sm:text-base">
        <MoneyLine result={result} session={session} userId={userId} />
      </div>
      {rematch !== null && <p className="text-sm text-caution">{again('asked', { name: rematch.playerName })}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        {session.isHostedHere && <RematchButton session={session} isAsked={rematch !== null} />}
        <Link href={`${PATHS.receipt}/${session.id}`} className="action action-quiet">
          <Icon name="check" />
          {t('receipt')}
        </Link>
        <Link href={PATHS.lobby} className={`action ${session.entryFeeSun > 0 ? 'action-primary' : 'action-quiet'}`}>
          {t('backToLobby')}
        </Link>
      </div>
    </Overlay>
  );
}

/** Heading with the player's outcome. */
function useTitle({ outcome, results }: BattleOver, userId: string): string {
  const t = useTranslations('battle');
  if (outcome === 'cancelled') return t('cancelledTitle');
  const own = results.find((player) => player.userId === userId);
  if (own === undefined) return t('overTitle');
  const equals = results.filter(({ position }) => position === own.position).length;
  if (own.position === 1) return equals > 1 ? t('tieTitle') : t('wonTitle');
  return t('placedTitle', { position: own.position, players: results.length });
}
