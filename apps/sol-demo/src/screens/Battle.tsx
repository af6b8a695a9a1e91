import type { Session } from '@popfray/protocol';
import { BubbleField, createSounds } from '@popfray/react';
import { createBattleStore } from '@popfray/react/battle';
import { useEffect, useMemo, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { Membership } from '../cross-chain/membership.ts';
import { SOL_SKIN } from '../skin.ts';

/** What a battle takes. */
interface BattleProps {
  readonly session: Session;
  readonly member: Membership;
  /** Told when the player is done with it. */
  readonly onOver: () => void;
}

const sounds = createSounds();

/** The battle itself: the field with its countdown, everybody's score, the standings at the end. */
export function Battle({ session, member, onOver }: BattleProps): ReactElement {
  const { sessionId, userId, seat } = member;
  const battle = useMemo(
    () => createBattleStore({ socketUrl: seat.socketUrl, sessionId, userId, token: seat.token }),
    [seat.socketUrl, seat.token, sessionId, userId],
  );
  useEffect(() => {
    battle.open();
    return () => battle.close();
  }, [battle]);
  const { phase, secondsToStart, secondsLeft, score, combo, isStalled, connection, opponents, result } =
    useStore(battle);

  const isOver = phase === 'over' || phase === 'refused' || phase === 'replaced' || phase === 'distrusted';
  return (
    <>
      <h1>{session.sessionName}</h1>
      <div className="hud">
        <span>
          <b>{score}</b> points
        </span>
        <span>
          <b>{secondsLeft}</b> s left
        </span>
        {combo > 1 && <span>Combo {combo}</span>}
        {opponents.map((opponent) => (
          <span key={opponent.place} className="muted">
            <span className="chain" data-chain={opponent.blockchain} aria-hidden="true" />
            {` ${opponent.username}${opponent.isBot ? ' (practice bot)' : ''}: ${opponent.score}`}
          </span>
        ))}
      </div>
      <div className="stage">
        <BubbleField store={battle} label="Battle field" skin={SOL_SKIN} sounds={sounds} />
        {phase === 'countdown' && (
          <div className="veil" role="timer">
            <b>{secondsToStart}</b>
            <span>Get ready</span>
          </div>
        )}
        {phase === 'connecting' && (
          <div className="veil" role="status">
            Connecting…
          </div>
        )}
        {phase === 'running' && (isStalled || connection !== 'open') && (
          <div className="veil" role="status">
            Waiting for the server…
          </div>
        )}
        {phase === 'settling' && (
          <div className="veil" role="status">
            Time! Counting…
          </div>
        )}
        {isOver && (
          <div className="veil" role="status">
            <h2>
              {verdict(phase, result?.outcome, result?.results.find(({ userId: id }) => id === userId)?.position)}
            </h2>
            <button type="button" className="primary" onClick={onOver}>
              Go on
            </button>
          </div>
        )}
      </div>
    </>
  );
}

/** How it ended, in a sentence. */
function verdict(phase: string, outcome: string | undefined, position: number | undefined): string {
  if (phase === 'replaced') return 'This seat plays in another tab now.';
  if (phase === 'distrusted')
    return 'The server broke its word: its randomness does not match what it had committed to.';
  if (phase === 'refused') return 'This battle cannot be entered any more.';
  if (outcome === 'cancelled') return 'The battle was called off. Nobody pays for it.';
  return position === 1 ? 'You won!' : `You came in at place ${position ?? '—'}.`;
}
