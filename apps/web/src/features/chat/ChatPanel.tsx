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
import './chat.css';

/** Why a reader cannot write; null for those who can. */
type ReadOnly = 'signed-out' | 'outside' | null;

/** Chat of a session: the log, and an input for players with a seat. SPEC section 2, battle lobby. */
export function ChatPanel({ session }: { readonly session: Session }): ReactElement {
  const t = useTranslations('chat');
  const id = useId();
  const player = useAccount((state) => state.player);
  const { messages, hasFailed } = useChat(session.id);
  const isTranslating = useIsTranslating();
  const readOnly = readOnlyOf(session, player?.address ?? null);
  return (
    <section aria-labelledby={id} className="chat">
      <div className="chat-head">
        <h2 id={id} className="min-w-0 flex-1 text-base">
          {t('title')}
        </h2>
        <label className="chat-switch">
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
        <div className="chat-foot flex flex-wrap items-center gap-3">
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
