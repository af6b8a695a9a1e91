import { useRound } from '@popfray/react';
import type { BattleStore } from '@popfray/react/battle';
import { useState, type ReactElement } from 'react';
import { EmoteBar, type ReceivedEmote } from './EmoteBar.tsx';
import { readEmote } from './emotes.ts';

/** Most emotes that are remembered, so that none is shown twice. */
const REMEMBERED = 12;

/** The emotes of a battle as its players see them. */
export function BattleEmotes({
  store,
  sessionId,
}: {
  readonly store: BattleStore;
  readonly sessionId: string;
}): ReactElement {
  const action = useRound(store, (state) => state.action);
  const names = useRound(store, (state) => state.opponents);
  const [last, setLast] = useState(action);
  const [received, setReceived] = useState<readonly ReceivedEmote[]>([]);
  if (action !== null && action !== last) {
    setLast(action);
    const emote = action.action === 'emote' ? readEmote(action['emote']) : null;
    const { id } = action;
    if (emote !== null && typeof id === 'string') {
      const sender = names.find(({ userId }) => userId === action.playerId);
      setReceived([...received, { id, emote, username: sender?.username ?? null }].slice(-REMEMBERED));
    }
  }
  return <EmoteBar sessionId={sessionId} received={received} />;
}
