import { CHAT_HISTORY, CROSS_CHAIN_CALLS, MAX_CHAT_TEXT, type ChatMessage } from '@popfray/protocol';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { callApi } from '../cross-chain/call-api.ts';
import type { SessionFeed } from '../cross-chain/socket.ts';
import { Chain } from './Chain.tsx';

/** Properties of a chat. */
interface ChatProps {
  readonly sessionId: string;
  /** Origin of the server that receives messages. */
  readonly server: string;
  readonly feed: SessionFeed;
  /** The member's token; without it the chat is read-only. */
  readonly token: string | undefined;
}

/** Polling interval of the history while the feed sends nothing, ms. SPEC section 9. */
const POLL_MS = 4_000;

/** A session's chat. Messages are rendered as plain text. Enter sends, Shift+Enter inserts a line. */
export function Chat({ sessionId, server, feed, token }: ChatProps): ReactElement {
  const { messages, add } = useMessages(sessionId, feed, token);
  const [text, setText] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [trouble, setTrouble] = useState('');
  const isLost = useStore(feed, ({ status }) => status === 'closed');
  const log = useRef<HTMLDivElement>(null);

  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [messages]);

  async function send(): Promise<void> {
    const message = text.trim();
    if (message === '' || isSending || token === undefined) return;
    setIsSending(true);
    setText('');
    const sent = await callApi(CROSS_CHAIN_CALLS.postChat, {
      params: { id: sessionId },
      body: { message },
      token,
      server,
    });
    setIsSending(false);
    setTrouble(sent.ok ? '' : sent.message);
    if (sent.ok) add([sent.value.message]);
    // Keep what was typed while the message was sent.
    else setText((written) => [message, written].filter((part) => part !== '').join('\n'));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }

  return (
    <section className="chat" aria-label="Chat">
      <h2>Chat</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: a scrolling region has to be reachable by keys */}
      <div ref={log} role="log" tabIndex={0} aria-label="Messages" className="log">
        {messages.length === 0 && <p className="muted">No messages yet.</p>}
        {messages.map((message) => (
          <p key={message.id}>
            <span className="writer">
              <Chain name={message.blockchain} />
              {message.username}
            </span>
            <bdi>{message.message}</bdi>
          </p>
        ))}
      </div>
      {isLost && (
        <p role="status" className="row caution">
          Live updates are off.
          <button type="button" className="quiet" onClick={() => feed.open()}>
            Connect again
          </button>
        </p>
      )}
      {trouble !== '' && <p role="alert">{trouble}</p>}
      <textarea
        rows={2}
        maxLength={MAX_CHAT_TEXT}
        value={text}
        disabled={token === undefined}
        aria-label="Message"
        placeholder={token === undefined ? 'Join to write.' : 'Say something. Enter sends it.'}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </section>
  );
}

/** The messages of the history and of the feed, without duplicates, newest last. */
function useMessages(sessionId: string, feed: SessionFeed, token: string | undefined) {
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const isLive = useStore(feed, ({ status }) => status === 'connected');

  const add = useCallback((added: readonly ChatMessage[]): void => {
    setMessages((known) => {
      const ids = new Set(known.map(({ id }) => id));
      const news = added.filter(({ id }) => !ids.has(id));
      if (news.length === 0) return known;
      return [...known, ...news].toSorted((a, b) => a.createdAt - b.createdAt).slice(-CHAT_HISTORY);
    });
  }, []);

  useEffect(
    () =>
      feed.subscribe(({ messages: received }) => {
        const newest = received.at(-1);
        if (newest?.type === 'chat_message' && newest.sessionId === sessionId) add([newest.data]);
        if (newest?.type === 'chat_removed' && newest.sessionId === sessionId)
          setMessages((known) => known.filter(({ id }) => id !== newest.messageId));
      }),
    [sessionId, feed, add],
  );

  // Fetch the history again after the feed has reconnected: messages may have been missed.
  useEffect(() => {
    let isShown = true;
    async function load(): Promise<void> {
      const question = { params: { id: sessionId }, ...(token !== undefined && { token }) };
      const answer = await callApi(CROSS_CHAIN_CALLS.getChat, question);
      if (isShown && answer.ok) add(answer.value);
    }
    void load();
    const timer = isLive ? undefined : setInterval(() => void load(), POLL_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, [sessionId, token, isLive, add]);

  return { messages, add };
}
