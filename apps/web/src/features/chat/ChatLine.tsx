import type { ChatMessage, Translation } from '@popfray/protocol';
import { useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useLanguageName } from './language-name.ts';
import { mute } from './muted.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { useTranslation } from './translation.ts';
import { MessageBody } from './MessageBody.tsx';

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
    return (
      <li className="py-3 text-center text-[0.875rem] text-muted">
        {message.id.startsWith('welcome-') ? t('welcome') : message.message}
      </li>
    );
  const at = new Date(message.createdAt);
  return (
    <li className={`group/line flex flex-col ${isOwn ? 'items-end' : 'items-start'} ${isHeaded ? 'pt-3' : 'pt-1'}`}>
      {isHeaded && (
        <p className="flex max-w-full items-baseline gap-2 pb-1 text-[0.875rem]">
          <ChainDot chain={message.blockchain} />
          <bdi className="truncate font-semibold">{isOwn ? t('you') : message.username}</bdi>
          {isBot && <span className="text-xs font-bold text-chain">{t('bot')}</span>}
          <time dateTime={at.toISOString()} className="text-xs text-muted tabular-nums">
            {format.dateTime(at, { hour: '2-digit', minute: '2-digit' })}
          </time>
        </p>
      )}
      <div
        className={`flex max-w-[min(100%,30rem)] items-start gap-1 px-3.5 py-2 ${
          isOwn
            ? 'rounded-[1.125rem_0.375rem_1.125rem_1.125rem] bg-[color-mix(in_srgb,var(--color-tron)_22%,var(--color-raised))]'
            : 'rounded-[0.375rem_1.125rem_1.125rem] bg-raised'
        }`}
      >
        {isRemoved ? (
          <MessageBody className="text-muted italic">{t('removed')}</MessageBody>
        ) : (
          <MessageText text={message.message} translated={translated} />
        )}
        {!isOwn && !isRemoved && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('more', { name: message.username })}
            className={`-mr-1.5 grid min-h-6 min-w-6 shrink-0 place-items-center rounded-full text-muted hover:text-text ${
              isOpen ? '' : 'can-hover:not-focus-visible:not-group-hover/line:opacity-0'
            }`}
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
    return <MessageBody dir="auto">{text}</MessageBody>;
  }
  const { detectedLanguage, targetLanguage, provider } = translated;
  return (
    <div className="min-w-0">
      <MessageBody dir="auto" lang={isOriginal ? detectedLanguage : targetLanguage}>
        {isOriginal ? text : translated.text}
      </MessageBody>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-[0.8125rem] text-muted">
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
