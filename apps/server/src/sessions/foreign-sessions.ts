import type { Result } from '@popfray/engine/result';
import type { FailureCode, Seat, Seated, SeatProof, Session } from '@popfray/protocol';

type Answer<Value> = Promise<Result<Value, FailureCode>>;

/**
 * Sessions that another platform hosts, as the calls of the sessions need them. `sharing/` implements this port with the cross-chain server;
 * the composition root passes it in.
 */
export interface ForeignSessions {
  /** This platform's sessions and those of the others, the newest first. */
  listAll(): Promise<readonly Session[]>;
  /** A session of another platform; undefined when none of this id is known. */
  find(id: string): Promise<Session | undefined>;
  /** The same, unless this platform has a session of that id. */
  findUnlessOwn(id: string): Promise<Session | undefined>;
  /** The seat of a player, with what the player's page needs to play there. */
  showSeat(session: Session, address: string): Promise<Result<Seat, FailureCode>>;
  /** Takes a seat for a signed-in player whose wallet has signed for it. */
  join(session: Session, address: string, proof: SeatProof | undefined): Answer<Seated>;
  leave(session: Session, address: string): Answer<Session>;
  setReady(session: Session, address: string, isReady: boolean): Answer<Session>;
  start(session: Session, address: string): Answer<Session>;
}
