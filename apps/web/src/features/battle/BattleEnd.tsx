import type { Session } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import type { BattleState } from '@popfray/react/battle';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Overlay } from '../play/index.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { LazyPart } from '../errors/index.ts';
import { BalanceLine, Confetti, ResultLinks, useFlyingTrx } from '../results/index.ts';
import { BattleRating } from '../season/index.ts';
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
  replayText = null,
}: {
  readonly result: BattleOver;
  readonly session: Session;
  readonly userId: string;
  readonly rematch: BattleState['rematch'];
  /** The player's own round; null where it was not played from its start here. */
  readonly replayText?: string | null;
}): ReactElement {
  const t = useTranslations('battle');
  const again = useTranslations('sessions.rematch');
  const own = result.outcome === 'settled' ? result.results.find((player) => player.userId === userId) : undefined;
  const isUnpaid = own?.review === 'held' || own?.review === 'refused';
  const shareSun = isUnpaid ? 0 : (own?.shareSun ?? 0);
  const money = useFlyingTrx(shareSun > 0 ? t('trx', { amount: trx.exact(shareSun) }) : null);
  return (
    <Overlay title={useTitle(result, userId)} isGuarded>
      {own?.position === 1 && <Confetti />}
      {result.outcome === 'settled' && <Standings result={result} session={session} userId={userId} />}
      <div ref={money} role="status" className="max-w-md text-sm sm:text-base">
        <MoneyLine result={result} session={session} userId={userId} />
      </div>
      {session.entryFeeSun > 0 && <BalanceLine />}
      {result.outcome === 'settled' && own !== undefined && session.entryFeeSun > 0 && (
        <LazyPart>
          <BattleRating sessionId={session.id} address={userId} />
        </LazyPart>
      )}
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
      {replayText !== null && (
        <div className="flex flex-wrap justify-center gap-x-2">
          <LazyPart>
            <ResultLinks replayText={replayText} />
          </LazyPart>
        </div>
      )}
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
