import type { ChatMessage, Session } from '@popfray/protocol';
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { ChatLine } from './ChatLine.tsx';
import { unmute, useMuted } from './muted.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';

/** A scroll position within this distance of the end counts as the end, px. */
const END_TOLERANCE_PX = 48;

/** Messages of one player within this time share one author line, ms. */
const GROUP_MS = 2 * 60_000;

/** The messages. The log scrolls with new messages while its reader is at the end, and stays in place while the reader has scrolled up. */
export function ChatLog({
  session,
  messages,
  isTranslating,
  address,
}: {
  readonly session: Session;
  readonly messages: readonly ChatMessage[];
  readonly isTranslating: boolean;
  /** The reader's user id; null when signed out. */
  readonly address: string | null;
}): ReactElement {
  const t = useTranslations('chat');
  const muted = useMuted();
  const shown = messages.filter(({ userId, messageType }) => messageType === 'system' || !muted.has(userId));
  const hidden = messages.length - shown.length;
  const { log, list, toEnd, isAtEnd } = useStickToEnd();
  const last = shown.at(-1);
  const newest = last?.createdAt ?? 0;
  const [readUntil, setReadUntil] = useState(newest);
  if (isAtEnd && readUntil !== newest) setReadUntil(newest);
  const unread = shown.filter(({ createdAt, userId }) => createdAt > readUntil && userId !== address).length;

  // After sending, scroll to the own message.
  const ownId = last !== undefined && last.userId === address ? last.id : null;
  useEffect(() => {
    if (ownId !== null) toEnd();
  }, [ownId, toEnd]);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ScrollRegion
        ref={log}
        role="log"
        name={t('log')}
        className="flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-3 [scrollbar-color:var(--color-line)_transparent] focus-visible:-outline-offset-2"
      >
        <ol ref={list}>
          {hidden > 0 && (
            <li className="py-3 text-center text-[0.875rem] text-muted">
              {t('muted', { count: hidden })}{' '}
              <button type="button" className="underline" onClick={() => unmute(messages.map(({ userId }) => userId))}>
                {t('unmuteAll')}
              </button>
            </li>
          )}
          {shown.map((message, at) => (
            <ChatLine
              key={message.id}
              message={message}
              isHeaded={!isGrouped(shown[at - 1], message)}
              isOwn={message.userId === address}
              isBot={session.participants.some(({ userId, isBot }) => isBot && userId === message.userId)}
              isTranslating={isTranslating}
              canReport={address !== null && session.isHostedHere}
            />
          ))}
        </ol>
      </ScrollRegion>
      {unread > 0 && (
        <button
          type="button"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-[0_0.5rem_1.5rem_rgb(0_0_0/0.4)] action action-primary"
          onClick={toEnd}
        >
          {t('newer', { count: unread })}
        </button>
      )}
    </div>
  );
}

const isGrouped = (before: ChatMessage | undefined, message: ChatMessage): boolean =>
  before?.userId === message.userId &&
  before.messageType === message.messageType &&
  message.createdAt - before.createdAt < GROUP_MS;

/** Keeps a scroll container at its end while it is scrolled there, when its content grows. */
function useStickToEnd() {
  const log = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const stays = useRef(true);
  const toEnd = useCallback((): void => log.current?.scrollTo({ top: log.current.scrollHeight }), []);
  useEffect(() => {
    const [box, content] = [log.current, list.current];
    if (box === null || content === null) return;
    const look = (): void => {
      stays.current = box.scrollHeight - box.scrollTop - box.clientHeight < END_TOLERANCE_PX;
      setAtEnd(stays.current);
    };
    // Translations, late fonts and an on-screen keyboard also move the end.
    const growth = new ResizeObserver(() => {
      if (stays.current) box.scrollTop = box.scrollHeight;
    });
    box.addEventListener('scroll', look, { passive: true });
    growth.observe(content);
    growth.observe(box);
    return () => {
      box.removeEventListener('scroll', look);
      growth.disconnect();
    };
  }, []);
  return { log, list, toEnd, isAtEnd } as const;
}
