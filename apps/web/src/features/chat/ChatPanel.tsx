import type { Session } from '@popfray/protocol';
import { useId, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { WalletAction } from '../wallet/index.ts';
import { useChat } from './chat.ts';
import { ChatLog } from './ChatLog.tsx';
import { Composer } from './Composer.tsx';
import { DeviceOffer } from './DeviceOffer.tsx';
import { setTranslating, useIsTranslating } from './translation.ts';

/** Why a reader cannot write; null for those who can. */
type ReadOnly = 'signed-out' | 'outside' | null;

/** Chat of a session: the log, and an input for players with a seat. SPEC section 2, battle lobby. */
export function ChatPanel({
  session,
  className = '',
}: {
  readonly session: Session;
  readonly className?: string;
}): ReactElement {
  const t = useTranslations('chat');
  const id = useId();
  const player = useAccount((state) => state.player);
  const { messages, hasFailed } = useChat(session.id);
  const isTranslating = useIsTranslating();
  const readOnly = readOnlyOf(session, player?.address ?? null);
  return (
    <section
      aria-labelledby={id}
      className={`flex h-[min(600px,calc(100dvh-var(--header)-1.5rem))] min-h-88 flex-col overflow-hidden rounded-3xl bg-surface ${className}`}
    >
      <div className="flex items-center gap-4 px-5 pt-4 pb-3">
        <h2 id={id} className="min-w-0 flex-1 text-base">
          {t('title')}
        </h2>
        <label className="inline-flex min-h-6 items-center gap-2 text-[0.875rem] text-muted [&_input]:size-4 [&_input]:accent-chain">
          <input
            type="checkbox"
            checked={isTranslating}
            onChange={(event) => setTranslating(event.currentTarget.checked)}
          />
          {t('translate')}
        </label>
      </div>
      {isTranslating && <DeviceOffer />}
      {messages === undefined ? (
        <p role="status" className="grid flex-1 place-items-center px-5 text-center text-muted">
          {hasFailed ? t('failed') : t('loading')}
        </p>
      ) : (
        <ChatLog
          session={session}
          messages={messages}
          isTranslating={isTranslating}
          address={player?.address ?? null}
        />
      )}
      {readOnly === null && player !== null ? (
        <Composer session={session} player={player} />
      ) : (
        <div className="border-t border-line/70 px-5 pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-[1_1_12rem] text-sm text-muted">{t(`readOnly.${readOnly ?? 'signed-out'}`)}</p>
          {readOnly === 'signed-out' && <WalletAction className="action action-quiet" />}
        </div>
      )}
    </section>
  );
}

/** SPEC section 6: players with a seat and the creator can write. */
function readOnlyOf({ creatorAddress, participants }: Session, address: string | null): ReadOnly {
  if (address === null) return 'signed-out';
  const hasSeat = participants.some(({ userId, status }) => userId === address && status !== 'left');
  return hasSeat || creatorAddress === address ? null : 'outside';
}
