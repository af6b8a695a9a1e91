import { MIN_PLAYERS, QUICK_BOT_MS, type Session } from '@popfray/protocol';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';
import { makeTimeLeft, useNow } from '../../data/api/clock.ts';
import { setReady } from './actions.ts';

/**
 * What a player of a quick battle sees until it starts. The player has asked to play at once, so this page makes the player ready, and the server
 * starts the battle as soon as both are.
 */
export function QuickWaiting({
  session,
  isReady,
  username,
}: {
  readonly session: Session;
  readonly isReady: boolean;
  /** The player's own name. */
  readonly username: string;
}): ReactElement {
  const t = useTranslations('sessions.quick');
  const room = useTranslations('room');
  const nowMs = useNow(1_000);
  const [hasFailed, setFailed] = useState(false);
  const { id } = session;
  useEffect(() => {
    if (isReady || hasFailed) return;
    void setReady(id, true).then((answer) => setFailed(answer === null));
  }, [id, isReady, hasFailed]);
  const opponent = session.participants.find((player) => player.username !== username);
  const isAlone = session.participants.length < MIN_PLAYERS;
  const botInMs = session.createdAt + QUICK_BOT_MS - nowMs;
  const waitText = (): string => {
    if (session.entryFeeSun > 0)
      return t('refund', { left: makeTimeLeft(session.expiresAt - nowMs), fee: trx.exact(session.entryFeeSun) });
    return botInMs > 0 ? t('botIn', { seconds: Math.ceil(botInMs / 1_000) }) : t('botNow');
  };
  return (
    <div>
      <p role="status" className="text-lg font-semibold">
        {isAlone ? t('looking') : t('found', { name: opponent?.username ?? '' })}
      </p>
      {/* Not a live region: a screen reader would announce every second. */}
      <p role="timer" className="mt-2 max-w-[60ch] text-sm text-muted tabular-nums">
        {isAlone ? waitText() : t('starts')}
      </p>
      {hasFailed && !isReady && (
        <button type="button" className="action action-primary mt-4" onClick={() => setFailed(false)}>
          {room('readyUp')}
        </button>
      )}
    </div>
  );
}
