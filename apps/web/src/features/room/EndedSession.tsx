import type { Session } from '@popfray/protocol';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { onGameMessage } from '../../data/game-socket/game-socket.ts';
import { PATHS } from '../../data/paths.ts';
import { RematchButton } from '../sessions/index.ts';
import type { OwnPart } from './seat.ts';

/** Result of a session that is over, with the possible next actions. */
export function EndedSession({ session, self }: { readonly session: Session; readonly self: OwnPart }): ReactElement {
  const t = useTranslations('room');
  const again = useTranslations('sessions.rematch');
  const asker = useRematch(session.id);
  const outcome = session.status === 'settled' || session.status === 'expired' ? session.status : 'cancelled';
  const reason = outcome === 'cancelled' ? session.reason || 'creator' : outcome;
  const isRefunded = session.entryFeeSun > 0 && outcome !== 'settled';
  const canRematch = session.status === 'settled' && session.isHostedHere && self.participant !== null;
  return (
    <section className="rounded-[1.25rem] bg-surface p-5">
      <h2 className="text-base">{t(`over.${outcome}`)}</h2>
      <p className="mt-1 text-muted">
        {t(`overText.${reason}`)} {isRefunded && t('feesBack')}
      </p>
      {asker !== null && (
        <p role="status" className="mt-1">
          {again('asked', { name: asker })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {canRematch && <RematchButton session={session} isAsked={asker !== null} />}
        {session.status === 'settled' && (
          <Link
            href={`${PATHS.receipt}/${session.id}`}
            className={`action ${canRematch ? 'action-quiet' : 'action-primary'}`}
          >
            {t('receipt')}
          </Link>
        )}
        <Link href={PATHS.lobby} className="action action-quiet">
          {t('back')}
        </Link>
      </div>
    </section>
  );
}

/** Name of the player who proposes a rematch; null without a proposal. */
function useRematch(sessionId: string): string | null {
  const [asker, setAsker] = useState<string | null>(null);
  useEffect(
    () =>
      onGameMessage((message) => {
        if (message.type === 'rematch' && message.sessionId === sessionId) setAsker(message.playerName);
      }),
    [sessionId],
  );
  return asker;
}
