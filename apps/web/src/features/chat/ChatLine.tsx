import type { ChatMessage, Translation } from '@popfray/protocol';
import { useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useLanguageName } from './language-name.ts';
import { mute } from './muted.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { useTranslation } from './translation.ts';

/** Properties of a message. */
interface LineProps {
  readonly message: ChatMessage;
  /** Whether the author is shown: only on the first of several messages in a row. */
  readonly isHeaded: boolean;
  readonly isOwn: boolean;
  readonly isBot: boolean;
  readonly isTranslating: boolean;
  readonly canReport: boolean;
}

/** One message. Its text is rendered as plain text, and bidirectional characters do not affect the rest of the page. */
export function ChatLine({ message, isHeaded, isOwn, isBot, isTranslating, canReport }: LineProps): ReactElement {
  const t = useTranslations('chat');
  const format = useFormatter();
  const [isOpen, setOpen] = useState(false);
  const isSystem = message.messageType === 'system';
  const isRemoved = message.isRemoved === true;
  const translated = useTranslation(message, isTranslating && !isOwn && !isSystem && !isRemoved);
  if (isSystem)
    return <li className="chat-system">{message.id.startsWith('welcome-') ? t('welcome') : message.message}</li>;
  const at = new Date(message.createdAt);
  return (
    <li className={`chat-line ${isOwn ? 'chat-own' : ''} ${isHeaded ? 'chat-headed' : ''}`}>
      {isHeaded && (
        <p className="chat-author">
          <ChainDot chain={message.blockchain} />
          <bdi className="truncate font-semibold">{isOwn ? t('you') : message.username}</bdi>
          {isBot && <span className="text-xs font-bold text-chain">{t('bot')}</span>}
          <time dateTime={at.toISOString()} className="text-xs text-muted tabular-nums">
            {format.dateTime(at, { hour: '2-digit', minute: '2-digit' })}
          </time>
        </p>
      )}
      <div className="chat-bubble">
        {isRemoved ? (
          <p className="chat-text text-muted italic">{t('removed')}</p>
        ) : (
          <MessageText text={message.message} translated={translated} />
        )}
        {!isOwn && !isRemoved && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('more', { name: message.username })}
            className="chat-more"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="down" className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
          </button>
        )}
      </div>
      {isOpen && !isRemoved && <LineActions message={message} canReport={canReport} onDone={() => setOpen(false)} />}
    </li>
  );
}

/** The translated text with the original, or only the original. */
function MessageText({
  text,
  translated,
}: {
  readonly text: string;
  readonly translated: Translation | null;
}): ReactElement {
  const t = useTranslations('chat');
  const languageName = useLanguageName();
  const [isOriginal, setOriginal] = useState(false);
  if (translated === null) {
    return (
      <p dir="auto" className="chat-text">
        {text}
      </p>
    );
  }
  const { detectedLanguage, targetLanguage, provider } = translated;
  return (
    <div className="min-w-0">
      <p dir="auto" lang={isOriginal ? detectedLanguage : targetLanguage} className="chat-text">
        {isOriginal ? text : translated.text}
      </p>
      <p className="chat-translation">
        <span>{t(`translated.${provider}`, { from: languageName(detectedLanguage) })}</span>
        <button type="button" className="underline" onClick={() => setOriginal(!isOriginal)}>
          {t(isOriginal ? 'again' : 'original')}
        </button>
      </p>
    </div>
  );
}

function LineActions({
  message,
  canReport,
  onDone,
}: {
  readonly message: ChatMessage;
  readonly canReport: boolean;
  readonly onDone: () => void;
}): ReactElement {
  const t = useTranslations('chat');
  const [isReporting, setReporting] = useState(false);
  return (
    <div className="mt-1 flex flex-wrap gap-1">
      <button type="button" className="action action-quiet text-sm" onClick={() => mute(message.userId)}>
        {t('mute')}
      </button>
      {canReport && (
        <button type="button" className="action action-quiet text-sm" onClick={() => setReporting(true)}>
          {t('report')}
        </button>
      )}
      {isReporting && (
        <ReportDialog
          message={message}
          onClose={() => {
            setReporting(false);
            onDone();
          }}
        />
      )}
    </div>
  );
}
