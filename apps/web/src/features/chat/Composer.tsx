import { MAX_CHAT_TEXT, type ChatSent, type Player, type Session } from '@popfray/protocol';
import { useId, useRef, useState, type KeyboardEvent, type ReactElement, type SubmitEvent } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../data/api/api-error.ts';
import { useConnectivity } from '../../data/api/connectivity.ts';
import { makeDraft, sendChat, type Draft } from './chat.ts';
import { chatToasts } from './toasts.ts';

/** Some browsers end a composition shortly before they report the Enter key that confirmed it, ms. */
const COMPOSITION_END_MS = 50;

/** The counter is shown from this many characters before the limit. */
const COUNTER_FROM = 60;

/** Chat input. Enter sends, Shift+Enter inserts a line; a text that could not be sent is restored. SPEC sections 2 and 8. */
export function Composer({ session, player }: { readonly session: Session; readonly player: Player }): ReactElement {
  const t = useTranslations('chat');
  const id = useId();
  const isOffline = useConnectivity() === 'offline';
  const [text, setText] = useState('');
  const { sending, send } = useSending(session, player, (unsent) =>
    setText((typed) => (typed.trim() === '' ? unsent : `${unsent}\n${typed}`)),
  );
  const left = MAX_CHAT_TEXT - text.trim().length;
  const canSend = text.trim() !== '' && left >= 0 && sending === null;

  const submit = (): void => {
    if (!canSend) return;
    send(text.trim());
    setText('');
  };
  const composedAt = useRef(-Infinity);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While an input method composes, Enter confirms a word.
    const isChoosing = event.nativeEvent.isComposing || event.timeStamp - composedAt.current < COMPOSITION_END_MS;
    if (event.key !== 'Enter' || event.shiftKey || isChoosing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="border-t border-line/70 px-5 pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))]"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        submit();
      }}
    >
      {sending !== null && (
        <p role="status" className="mb-2 truncate text-sm text-muted">
          {t('sending')} <bdi>{sending}</bdi>
        </p>
      )}
      {isOffline && (
        <p role="status" className="mb-2 text-sm text-caution">
          {t('offline')}
        </p>
      )}
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          {t('write')}
        </label>
        <textarea
          id={id}
          rows={1}
          dir="auto"
          value={text}
          placeholder={t('placeholder')}
          aria-describedby={`${id}-keys`}
          aria-invalid={left < 0}
          enterKeyHint="send"
          className="entry max-h-34 min-w-0 flex-1 resize-none py-2.25 leading-normal field-sizing-content"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={press}
          onCompositionEnd={(event) => {
            composedAt.current = event.timeStamp;
          }}
        />
        <button type="submit" disabled={!canSend} className="action action-quiet">
          {t('send')}
        </button>
      </div>
      <p id={`${id}-keys`} className="sr-only">
        {t('keys')}
      </p>
      {left < COUNTER_FROM && (
        <p role="status" className={`mt-2 text-sm ${left < 0 ? 'text-caution' : 'text-muted'}`}>
          {left < 0 ? t('over', { over: -left }) : t('left', { left })}
        </p>
      )}
    </form>
  );
}

/** Sends one message at a time. `onUnsent` receives a text that could not be sent. */
function useSending(
  session: Session,
  player: Player,
  onUnsent: (text: string) => void,
): { readonly sending: string | null; readonly send: (text: string) => void } {
  const [sending, setSending] = useState<string | null>(null);
  /** The last draft without an acknowledgement; the server may have received it. */
  const unheard = useRef<Draft | null>(null);
  const delivery = useRef<ChatSent['delivery'] | null>(null);

  const run = async (draft: Draft): Promise<void> => {
    try {
      const sent = await sendChat(session.id, draft, player);
      unheard.current = null;
      if (session.scope === 'cross-chain') showDelivery(delivery.current, sent.delivery);
      delivery.current = sent.delivery;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      unheard.current = draft;
      onUnsent(draft.text);
      chatToasts.failed(error.code === null ? '' : error.message);
    } finally {
      setSending(null);
    }
  };
  return {
    sending,
    send(text) {
      setSending(text);
      void run(unheard.current?.text === text ? unheard.current : makeDraft(text));
    },
  };
}

/** Reports the delivery of messages when it changes, not for each message. */
function showDelivery(before: ChatSent['delivery'] | null, now: ChatSent['delivery']): void {
  if (before === now) return;
  if (now === 'cross-chain') chatToasts.crossChain();
  else chatToasts.local();
}
