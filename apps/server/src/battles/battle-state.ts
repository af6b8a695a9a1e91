import type { Rules, UpgradeId } from '@popfray/engine';
import { BATTLE_SECONDS, parseHex, type RevealFrame } from '@popfray/protocol/battle';
import type { LiveBattleRow, SeatRow, SessionRow } from '../platform/database/index.ts';
import type { PlayedBattle } from '../settlement/index.ts';
import { PATH_SINCE_VERSION } from './battle-version.ts';
import { Contestant } from './contestant.ts';
import { BattleEntropy } from './entropy.ts';
import type { JournalRecord } from './journal-record.ts';

/** What a battle is made of in the database. */
export interface BattleRows {
  readonly session: SessionRow;
  /** The taken ones, in their order. */
  readonly seats: readonly SeatRow[];
  readonly live: LiveBattleRow;
  /** Those that `live` names. */
  readonly rules: Rules;
  /** The upgrades of a solo round, which is a battle with one seat; null for any other battle. */
  readonly soloLoadout: readonly UpgradeId[] | null;
}

/**
 * The part of a battle that follows from its secret and its journal alone: seeds, randomness and rounds. It changes by stored records and by
 * revealed seconds, so another process that reads the same records has the same state.
 */
export class BattleState {
  readonly sessionId: string;
  readonly rules: Rules;
  /** Whether batches may have the pointer's path: in paid battles, which are examined. */
  readonly acceptsPath: boolean;
  readonly entropy: BattleEntropy;
  /** In the order of the seats. */
  readonly contestants: readonly Contestant[];
  /** The upgrades of a solo round; null for any other battle. */
  readonly soloLoadout: readonly UpgradeId[] | null;
  /** Null while the players' seeds are taken. */
  #seeds: readonly (Uint8Array | null)[] | null = null;

  constructor({ session, seats, live, rules, soloLoadout }: BattleRows) {
    const entropy = new BattleEntropy(Uint8Array.from(Buffer.from(live.secret, 'hex')));
    this.sessionId = session.id;
    this.rules = rules;
    const isPaid = session.fee_sun > 0 || soloLoadout !== null;
    this.acceptsPath = isPaid && live.journal_version >= PATH_SINCE_VERSION;
    this.entropy = entropy;
    this.soloLoadout = soloLoadout;
    this.contestants = seats.map(
      (seat) => new Contestant(seat, rules, entropy, `${live.bot_seed} ${seat.place}`, soloLoadout, this.acceptsPath),
    );
  }

  /** Whether it is stored that no more seeds are taken. */
  get areSeedsClosed(): boolean {
    return this.#seeds !== null;
  }

  /** Applies a record that this process has written, and that is stored now. */
  apply(record: JournalRecord): void {
    if (record.type === 'inputs') this.contestantAt(record.place).playAccepted();
    else if (record.type === 'seed') this.contestantAt(record.place).seed = record.seed;
    else if (record.type === 'seeds-closed') this.#closeSeeds();
    else if (record.type === 'arrived') this.contestantAt(record.place).hasCome = true;
    else this.contestantAt(record.place).hasLeft = true;
  }

  /** Applies the whole journal of another process, before anything else has happened. `revealed` seconds are known after that. */
  restore(records: readonly JournalRecord[], revealed: number): void {
    for (const record of records) {
      if (record.type === 'inputs') continue;
      if (record.type === 'seeds-closed') {
        this.#closeSeeds();
        continue;
      }
      const contestant = this.contestantAt(record.place);
      if (record.type === 'seed') contestant.seed = contestant.givenSeed = record.seed;
      else if (record.type === 'arrived') contestant.hasCome = true;
      else contestant.hasLeft = true;
    }
    while (this.areSeedsClosed && this.entropy.given < revealed) this.revealNext();
    for (const record of records) if (record.type === 'inputs') this.contestantAt(record.place).replay(record.batch);
  }

  /** Whether it is a solo round: a battle with one seat. */
  get isSolo(): boolean {
    return this.soloLoadout !== null;
  }

  /** Whether it is a solo round that its player has given up: it ends now, because no other player is in it. */
  get isGivenUp(): boolean {
    return this.isSolo && this.contestants.every(({ hasLeft }) => hasLeft);
  }

  /** Whether there is a second that is not revealed. */
  get hasMoreSeconds(): boolean {
    return this.entropy.given < BATTLE_SECONDS;
  }

  /** Reveals the next second. Throws while seeds are taken, and after the last second. */
  revealNext(): RevealFrame {
    if (this.#seeds === null) throw new Error(`battle ${this.sessionId} reveals nothing before its seeds are closed`);
    return this.entropy.giveNext(this.sessionId, this.#seeds);
  }

  /** Ends every round, and gives what is settled by. Once. `startedAt`: when the round began, epoch ms. */
  finish(startedAt: number): PlayedBattle {
    const players = this.contestants.map((contestant) => contestant.finish());
    return {
      sessionId: this.sessionId,
      rulesId: this.rules.id,
      rulesVersion: this.rules.version,
      commitment: this.entropy.commitment,
      secret: this.entropy.secret,
      startedAt,
      players,
    };
  }

  #closeSeeds(): void {
    this.#seeds = this.contestants.map(({ seed }) => (seed === null ? null : parseHex(seed)));
  }

  /** The player of a seat, by its place. */
  contestantAt(place: number): Contestant {
    const contestant = this.contestants.find(({ seat }) => seat.place === place);
    if (contestant === undefined) throw new Error(`battle ${this.sessionId} has no seat ${place}`);
    return contestant;
  }
}
