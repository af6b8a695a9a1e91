import { useRound } from '@popfray/react';
import type { BattleStore } from '@popfray/react/battle';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Pulse } from '../../ui/Pulse.tsx';

/** State of a round that the server plays too, as far as its connection is concerned. */
interface Connected extends Pick<
  ReturnType<BattleStore['getState']>,
  'connection' | 'isStalled' | 'quality' | 'lostClicks'
> {
  readonly phase: string;
}

/** A store with that state. */
export interface ConnectedStore {
  getState(): Connected;
  getInitialState(): Connected;
  subscribe(listener: (state: Connected, previous: Connected) => void): () => void;
}

/** Status message about a delay of the round, over the field's lower edge. It contains no controls. */
export function ConnectionNotice({ store }: { readonly store: ConnectedStore }): ReactElement {
  const t = useTranslations('connection');
  const isLive = useRound(store, (state) => state.phase === 'countdown' || state.phase === 'running');
  const isLost = useRound(store, (state) => state.connection !== 'open');
  const isStalled = useRound(store, (state) => state.isStalled);
  const lost = isStalled ? t('reconnectingStalled') : t('reconnecting');
  const notice = !isLive ? null : isLost ? lost : isStalled ? t('waiting') : null;
  return (
    <div
      role="status"
      className="pointer-events-none z-3 flex items-end justify-center p-3 [&>p]:flex [&>p]:items-center [&>p]:gap-2 [&>p]:rounded-full [&>p]:bg-raised [&>p]:px-3.5 [&>p]:py-1.5 [&>p]:text-[0.875rem] [&>p]:text-caution"
    >
      {notice !== null && (
        <p>
          <Pulse />
          {notice}
        </p>
      )}
    </div>
  );
}
