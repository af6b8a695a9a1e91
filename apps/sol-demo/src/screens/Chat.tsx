import { CROSS_CHAIN_CALLS, MAX_CHAT_TEXT, type ChatMessage } from '@popfray/protocol';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { StoreApi } from 'zustand';
import { ask } from '../cross-chain/ask.ts';
import type { SessionFeed } from '../cross-chain/socket.ts';

/** What a chat takes. */
interface ChatProps {
  readonly sessionId: string;
  readonly feed: StoreApi<SessionFeed>;
  /** The member's token; without it one can only read. */
  readonly token: string | undefined;
}

/** A session's chat: text, and nothing but text. Enter sends, Shift and Enter make a line. */
export function Chat({ sessionId, feed, token }: ChatProps): ReactElement {
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [text, setText] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [trouble, setTrouble] = useState('');
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    let isShown = true;
    const add = (added: readonly ChatMessage[]): void =>
      setMessages((known) => {
        const ids = new Set(known.map(({ id }) => id));
        return [...known, ...added.filter(({ id }) => !ids.has(id))].toSorted((a, b) => a.createdAt - b.createdAt);
      });
    async function load(): Promise<void> {
      const answer = await ask(CROSS_CHAIN_CALLS.getChat, { params: { id: sessionId } });
      if (isShown && answer.ok) add(answer.value);
    }
    void load();
    const stop = feed.subscribe(({ messages: heard }) => {
      const newest = heard.at(-1);
      if (newest?.type === 'chat_message' && newest.sessionId === sessionId) add([newest.data]);
    });
    return () => {
      isShown = false;
      stop();
    };
  }, [sessionId, feed]);

  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [messages]);

  async function send(): Promise<void> {
    const message = text.trim();
    if (message === '' || isSending || token === undefined) return;
    setIsSending(true);
    setText('');
    const sent = await ask(CROSS_CHAIN_CALLS.postChat, { params: { id: sessionId }, body: { message }, token });
    setIsSending(false);
    setTrouble(sent.ok ? '' : sent.message);
    if (!sent.ok) setText(message);
    else
      setMessages((known) =>
        known.some(({ id }) => id === sent.value.message.id) ? known : [...known, sent.value.message],
      );
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }

  return (
    <section className="chat" aria-label="Chat">
      <h2>Chat</h2>
      <ul ref={list} role="log" tabIndex={0} aria-label="Messages">
        {messages.map((message) => (
          <li key={message.id}>
            <span className="muted">{`${message.username}: `}</span>
            {message.message}
          </li>
        ))}
      </ul>
      {trouble !== '' && <p role="alert">{trouble}</p>}
      <textarea
        rows={2}
        maxLength={MAX_CHAT_TEXT}
        value={text}
        disabled={token === undefined}
        aria-label="Message"
        placeholder={token === undefined ? 'Join to write.' : 'Say something'}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </section>
  );
}
