import { ADMIN_CALLS, type ChatReport } from '@popfray/protocol/admin';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { Address } from './Address.tsx';
import { callDeskApi } from './call-desk-api.ts';
import { MuteDialog } from './MuteDialog.tsx';
import { sessionPath } from './desk-path.ts';
import { useTimeFormat, Timestamp } from './Timestamp.tsx';
import { Button } from '../../ui/Button.tsx';
import { useDecisionText } from './use-decision-text.ts';

/** A reported message with its reporter, reason and context, and the possible decisions. */
export function ChatReportCard({ report }: { readonly report: ChatReport }): ReactElement {
  const t = useTranslations('desk.chat');
  const write = useTimeFormat();
  const [asked, setAsked] = useState<'hidden' | 'dismissed' | 'mute' | null>(null);
  const { message, decision, mutedUntil } = report;
  const close = (): void => setAsked(null);
  const decided = useDecisionText(decision, t);
  const decide = (outcome: 'hidden' | 'dismissed') => (reason: string) =>
    callDeskApi(ADMIN_CALLS.decideChatReport, { body: { messageId: message.id, outcome, reason } });
  return (
    <article aria-label={message.username}>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <Address address={message.walletAddress} name={message.username} />
        <Link href={sessionPath(message.sessionId)} className="underline underline-offset-4 wrap-anywhere">
          {t('in', { session: report.sessionName })}
        </Link>
        <Timestamp at={message.createdAt} />
      </p>
      <blockquote className="mt-2 border-l-2 border-caution pl-3 text-base whitespace-pre-wrap wrap-anywhere">
        {message.message}
      </blockquote>
      <p className="mt-2 text-sm font-semibold">{t('reported', { count: report.reports.length })}</p>
      <ul className="text-sm text-muted">
        {report.reports.map(({ reporter, reason, createdAt }) => (
          <li key={reporter} className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
            {reporter.startsWith('deleted:') ? (
              <span className="text-muted">{t('deletedReporter')}</span>
            ) : (
              <Address address={reporter} />
            )}
            {t('reporter', { time: write(createdAt), reason: reason === '' ? t('noReason') : reason })}
          </li>
        ))}
      </ul>
      <details className="mt-2 text-sm">
        <summary className="w-fit text-muted hover:text-text">{t('context')}</summary>
        <ol className="mt-1 flex flex-col gap-1">
          {report.context.map((each) => (
            <li
              key={each.id}
              className={`wrap-anywhere ${each.id === message.id ? 'font-semibold text-caution' : 'text-muted'}`}
            >
              <span className="font-semibold">{each.username}</span> {each.message}
            </li>
          ))}
        </ol>
      </details>
      {mutedUntil !== null && (
        <p className="mt-2 text-sm text-caution">{t('mutedUntil', { time: write(mutedUntil) })}</p>
      )}
      {decided !== null && <p className="mt-3 text-sm font-semibold wrap-anywhere">{decided}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {decision === null && (
          <>
            <Button size="small" onClick={() => setAsked('hidden')}>
              {t('hide')}
            </Button>
            <Button size="small" onClick={() => setAsked('dismissed')}>
              {t('dismiss')}
            </Button>
          </>
        )}
        <Button look="bare" size="small" onClick={() => setAsked('mute')}>
          {mutedUntil === null ? t('mute') : t('unmute')}
        </Button>
      </div>
      {asked === 'hidden' && (
        <ConfirmActionDialog
          title={t('hideTitle')}
          confirm={t('hide')}
          isGrave
          decided={decided}
          done={t('hideDone')}
          act={decide('hidden')}
          onClose={close}
        >
          <p>{t('hideText')}</p>
          <blockquote className="border-l-2 border-line pl-3 wrap-anywhere text-text">{message.message}</blockquote>
        </ConfirmActionDialog>
      )}
      {asked === 'dismissed' && (
        <ConfirmActionDialog
          title={t('dismissTitle')}
          confirm={t('dismiss')}
          decided={decided}
          done={t('dismissDone')}
          act={decide('dismissed')}
          onClose={close}
        >
          <p>{t('dismissText')}</p>
        </ConfirmActionDialog>
      )}
      {asked === 'mute' && (
        <MuteDialog address={message.userId} name={message.username} isMuted={mutedUntil !== null} onClose={close} />
      )}
    </article>
  );
}
