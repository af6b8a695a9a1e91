import { EMOTES, type Emote } from '@popfray/protocol';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { EMOTE_EVERY_MS, EMOTE_PICTURES, EMOTE_SHOWN_MS, emotesMuted, muteEmotes, sendEmote } from './emotes.ts';
import '../../ui/screens.css';

/** Most received emotes that are shown at a time. */
const MAX_SHOWN = 4;

/** An emote that was received. */
export interface ReceivedEmote {
  readonly id: string;
  readonly emote: Emote;
  /** Name of the player who sent it; null for a spectator. */
  readonly username: string | null;
}

/** Buttons of the emotes, those that were received, and the button that hides them. */
export function EmoteBar({
  sessionId,
  received,
}: {
  readonly sessionId: string;
  /** The emotes of the last seconds, the newest last. */
  readonly received: readonly ReceivedEmote[];
}): ReactElement {
  const t = useTranslations('emotes');
  const isMuted = useStore(emotesMuted);
  const [isResting, setResting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => setResting(false), EMOTE_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isResting]);

  const send = async (emote: Emote): Promise<void> => {
    if (isResting) return;
    setResting(true);
    setFailed(!(await sendEmote(sessionId, emote)));
  };
  return (
    <section aria-label={t('label')} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1">
        {EMOTES.map((emote) => (
          <button
            key={emote}
            type="button"
            aria-label={t(`name.${emote}`)}
            title={t(`name.${emote}`)}
            aria-disabled={isResting}
            className="grid size-11 place-items-center rounded-full bg-raised text-xl aria-disabled:opacity-50 flat:size-9 flat:text-base"
            onClick={() => void send(emote)}
          >
            <span aria-hidden="true">{EMOTE_PICTURES[emote]}</span>
          </button>
        ))}
        <button
          type="button"
          aria-pressed={isMuted}
          className="action action-bare text-sm"
          onClick={() => muteEmotes(!isMuted)}
        >
          {t('mute')}
        </button>
      </div>
      {hasFailed && (
        <p role="status" className="text-sm text-caution">
          {t('failed')}
        </p>
      )}
      {!isMuted && <Received received={received} />}
    </section>
  );
}

/** The received emotes, each for a few seconds. */
function Received({ received }: { readonly received: readonly ReceivedEmote[] }): ReactElement {
  const t = useTranslations('emotes');
  return (
    <ul role="log" aria-live="off" aria-label={t('received')} className="flex min-h-8 flex-wrap gap-2">
      {received.slice(-MAX_SHOWN).map((emote) => (
        <Shown key={emote.id} received={emote} />
      ))}
    </ul>
  );
}

/** One received emote. */
function Shown({ received: { emote, username } }: { readonly received: ReceivedEmote }): ReactElement | null {
  const t = useTranslations('emotes');
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), EMOTE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <li className="flex max-w-full items-center gap-1.5 rounded-full bg-surface px-2.5 py-0.5 text-sm">
      <span role="img" aria-label={t(`name.${emote}`)} className="text-lg">
        {EMOTE_PICTURES[emote]}
      </span>
      <span className="truncate text-muted">{username ?? t('spectator')}</span>
    </li>
  );
}
