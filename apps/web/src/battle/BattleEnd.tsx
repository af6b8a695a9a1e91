import type { Session } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import type { BattleState } from '@popfray/react/battle';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { Overlay } from '../play/Overlay.tsx';
import { PATHS } from '../routes.ts';
import { rematchSession } from '../sessions/entering.ts';
import { Icon } from '../shell/Icon.tsx';
import { MoneyLine } from './MoneyLine.tsx';
import { Standings } from './Standings.tsx';

/** The end of a battle: who won, what became of the money, and what to do next. */
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
  return (
    <Overlay title={useTitle(result, userId)} isGuarded>
      {result.outcome === 'settled' && <Standings result={result} session={session} userId={userId} />}
      <div role="status" className="max-w-md text-sm sm:text-base">
        <MoneyLine result={result} session={session} userId={userId} />
      </div>
      {rematch !== null && <p className="text-sm text-caution">{t('rematchOf', { name: rematch.playerName })}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        <RematchButton sessionId={session.id} isAsked={rematch !== null} />
        <Link href={`${PATHS.receipt}/${session.id}`} className="action action-quiet">
          <Icon name="check" />
          {t('receipt')}
        </Link>
        <Link href={PATHS.lobby} className="action action-quiet">
          {t('backToLobby')}
        </Link>
      </div>
    </Overlay>
  );
}

/** The player's own outcome, in a few words. */
function useTitle({ outcome, results }: BattleOver, userId: string): string {
  const t = useTranslations('battle');
  if (outcome === 'cancelled') return t('cancelledTitle');
  const own = results.find((player) => player.userId === userId);
  if (own === undefined) return t('overTitle');
  const equals = results.filter(({ position }) => position === own.position).length;
  if (own.position === 1) return equals > 1 ? t('tieTitle') : t('wonTitle');
  return t('placedTitle', { position: own.position, players: results.length });
}

/** Plays again with the same terms: proposes it, or takes somebody's proposal up. */
function RematchButton({
  sessionId,
  isAsked,
}: {
  readonly sessionId: string;
  readonly isAsked: boolean;
}): ReactElement {
  const t = useTranslations('battle');
  const [, navigate] = useLocation();
  const [step, setStep] = useState<'idle' | 'busy' | 'drafted'>('idle');

  const play = async (): Promise<void> => {
    setStep('busy');
    const next = await rematchSession(sessionId);
    const isDrafted = next?.status === 'draft' && !next.participants.some(({ status }) => status === 'reserved');
    setStep(isDrafted ? 'drafted' : 'idle');
    if (next !== null && !isDrafted) navigate(`${PATHS.battle}/${next.id}`);
  };

  // Somebody else's proposal that is still being paid for: it is told as soon as it can be joined.
  if (step === 'drafted' && !isAsked) return <p className="self-center text-sm text-muted">{t('rematchDrafted')}</p>;
  return (
    <button type="button" disabled={step === 'busy'} className="action action-primary" onClick={() => void play()}>
      <Icon name="reset" />
      {step === 'busy' ? t('rematchBusy') : isAsked ? t('rematchJoin') : t('rematch')}
    </button>
  );
}
