import { MAX_CHAT_TEXT, type ChatSent, type Player, type Session } from '@popfray/protocol';
import { useId, useRef, useState, type KeyboardEvent, type ReactElement, type SubmitEvent } from 'react';
import { useTranslations } from 'use-intl';
import { AskError } from '../api/ask-error.ts';
import { useReach } from '../api/reach.ts';
import { makeDraft, sayChat, type Draft } from './chat.ts';
import { say } from './say.ts';

/** Some browsers end an input method's work before they tell of the Enter that chose the word: this soon after, ms. */
const CHOSEN_MS = 50;

/** From how many characters before the limit they are counted. */
const COUNTED = 60;

/** The field to write in. Enter sends, Shift+Enter begins a new line; what could not be sent comes back. SPEC sections 2 and 8. */
export function Composer({ session, player }: { readonly session: Session; readonly player: Player }): ReactElement {
  const t = useTranslations('chat');
  const id = useId();
  const isOffline = useReach() === 'offline';
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
    // While an input method composes, Enter chooses a word.
    const isChoosing = event.nativeEvent.isComposing || event.timeStamp - composedAt.current < CHOSEN_MS;
    if (event.key !== 'Enter' || event.shiftKey || isChoosing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="chat-foot"
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
          className="entry chat-field"
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
      {left < COUNTED && (
        <p role="status" className={`mt-2 text-sm ${left < 0 ? 'text-caution' : 'text-muted'}`}>
          {left < 0 ? t('over', { over: -left }) : t('left', { left })}
        </p>
      )}
    </form>
  );
}

/** Sends one message at a time. `onUnsent` gets back what could not be sent. */
function useSending(
  session: Session,
  player: Player,
  onUnsent: (text: string) => void,
): { readonly sending: string | null; readonly send: (text: string) => void } {
  const [sending, setSending] = useState<string | null>(null);
  /** What was sent last and may have arrived though nothing said so. */
  const unheard = useRef<Draft | null>(null);
  const delivery = useRef<ChatSent['delivery'] | null>(null);

  const run = async (draft: Draft): Promise<void> => {
    try {
      const sent = await sayChat(session.id, draft, player);
      unheard.current = null;
      if (session.scope === 'cross-chain') tellDelivery(delivery.current, sent.delivery);
      delivery.current = sent.delivery;
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      unheard.current = draft;
      onUnsent(draft.text);
      say.failed(error.code === null ? '' : error.message);
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

/** How far messages get is told when it changes, and not with each of them. */
function tellDelivery(before: ChatSent['delivery'] | null, now: ChatSent['delivery']): void {
  if (before === now) return;
  if (now === 'cross-chain') say.crossChain();
  else say.local();
}
