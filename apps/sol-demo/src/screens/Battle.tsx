import type { Session } from '@popfray/protocol';
import { BubbleField, createSounds, soundSettings, useRound } from '@popfray/react';
import { createBattleStore, type BattleStore } from '@popfray/react/battle';
import { useEffect, useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { Membership } from '../cross-chain/membership.ts';
import { SOL_SKIN } from '../skin.ts';
import { tabStorage } from '../storage.ts';
import './battle.css';
import { Chain } from './Chain.tsx';
import { BattleOverlay } from './BattleOverlay.tsx';

/** Properties of a battle. */
interface BattleProps {
  readonly session: Session;
  readonly member: Membership;
  /** Called when the player closes the battle. */
  readonly onOver: () => void;
}

const sounds = createSounds();

/** The battle on the whole page: the field with its overlays, and the scores of all players. */
export function Battle({ session, member, onOver }: BattleProps): ReactElement {
  const battle = useBattle(member);
  return (
    <section className="battle" aria-label={session.sessionName}>
      <div className="head">
        <h1>{session.sessionName}</h1>
        <SoundButton />
      </div>
      <Hud battle={battle} />
      <div className="arena">
        <div className="stage">
          <BubbleField store={battle} label="Battle field" keys="cursor" skin={SOL_SKIN} sounds={sounds} />
          <BattleOverlay battle={battle} userId={member.userId} onOver={onOver} />
        </div>
      </div>
      <Rivals battle={battle} />
    </section>
  );
}

/** The store of the battle, connected while the screen is mounted. */
function useBattle({ sessionId, userId, seat }: Membership): BattleStore {
  const [battle] = useState(() =>
    createBattleStore({
      socketUrl: seat.socketUrl,
      sessionId,
      userId,
      token: seat.token,
      blockchain: 'sol',
      storage: tabStorage,
    }),
  );
  useEffect(() => {
    battle.open();
    return () => battle.close();
  }, [battle]);
  return battle;
}

/** The player's own figures. */
function Hud({ battle }: { readonly battle: BattleStore }): ReactElement {
  const score = useRound(battle, (state) => state.score);
  const secondsLeft = useRound(battle, (state) => state.secondsLeft);
  const combo = useRound(battle, (state) => state.combo);
  const position = useRound(battle, (state) => state.position);
  const players = useRound(battle, (state) => state.opponents.length + 1);
  const isPoor = useRound(battle, (state) => state.connection === 'open' && state.quality === 'poor');
  return (
    <div className="hud">
      <p>
        <b>{score}</b> points
      </p>
      <p>
        <b>{secondsLeft}</b> s left
      </p>
      <p className="muted">{`Place ${position} of ${players}`}</p>
      {combo > 1 && <p className="combo">{`Combo ${combo}`}</p>}
      {isPoor && <p className="caution">Poor connection</p>}
    </div>
  );
}

/** Mutes and unmutes the sounds. */
function SoundButton(): ReactElement {
  const isMuted = useStore(soundSettings, (state) => state.muted);
  return (
    <button
      type="button"
      className="quiet"
      aria-pressed={!isMuted}
      onClick={() => soundSettings.getState().setMuted(!isMuted)}
    >
      {isMuted ? 'Sound off' : 'Sound on'}
    </button>
  );
}

/** The other players in the order of their seats. */
function Rivals({ battle }: { readonly battle: BattleStore }): ReactElement {
  const opponents = useRound(battle, (state) => state.opponents);
  return (
    <ul className="rivals" aria-label="Other players">
      {opponents.map((opponent) => (
        <li key={opponent.place} data-away={!opponent.isConnected && !opponent.isBot}>
          <Chain name={opponent.blockchain} />
          <span className="grow">
            {opponent.username}
            {opponent.isBot && <span className="tag">bot</span>}
          </span>
          {opponent.combo > 1 && <span className="combo">{`×${opponent.combo}`}</span>}
          <b>{opponent.score}</b>
        </li>
      ))}
    </ul>
  );
}
