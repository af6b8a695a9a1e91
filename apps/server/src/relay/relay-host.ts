import { decodeClientFrame } from '@popfray/protocol/battle';
import type { BattleConnection, Battles } from '../battles/index.ts';
import type { Context } from '../platform/context/index.ts';
import { stackOf } from '../platform/log/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import { makeSeatToken } from '../sessions/index.ts';
import type { RelayRecord } from './record.ts';
import { isSeatProof } from './seat-proof.ts';

/** What the host needs from its node. */
type RelayHostContext = Pick<Context, 'house' | 'leases' | 'log'>;

/** Sends a record to a node. */
type Send = (nodeId: string, record: RelayRecord) => void;

/** A client at another node, as its battle at this node sees it. */
class RelayedClient implements Connection {
  /** Null until the battle has accepted the client. */
  battle: BattleConnection | null = null;
  isOpen = true;
  /** The number of the attempt that has connected it last. */
  attempt = 0;
  readonly #nodeId: string;
  readonly #link: number;
  readonly #send: Send;
  readonly #onClose: () => void;

  constructor(nodeId: string, link: number, send: Send, onClose: () => void) {
    this.#nodeId = nodeId;
    this.#link = link;
    this.#send = send;
    this.#onClose = onClose;
  }

  send(data: Uint8Array | string): void {
    if (this.isOpen) this.#send(this.#nodeId, { type: 'send', links: [this.#link], data });
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#send(this.#nodeId, { type: 'close', link: this.#link, attempt: this.attempt, code, reason });
    this.#onClose();
  }
}

/** The battles of this node, for clients at other nodes. */
export class RelayHost {
  readonly #battles: Pick<Battles, 'connect'>;
  readonly #send: Send;
  readonly #context: RelayHostContext;
  /** Clients by their node and link. */
  readonly #clients = new Map<string, Map<number, RelayedClient>>();

  constructor(battles: Pick<Battles, 'connect'>, send: Send, context: RelayHostContext) {
    this.#battles = battles;
    this.#send = send;
    this.#context = context;
  }

  /** The nodes that have clients here. */
  get nodeIds(): readonly string[] {
    return [...this.#clients.keys()];
  }

  handleRecord(nodeId: string, record: RelayRecord): void {
    if (record.type === 'connect') {
      this.#connect(nodeId, record).catch((error: unknown) => {
        this.#context.log({ event: 'fault', method: 'RELAY', path: record.sessionId, stack: stackOf(error) });
        this.#send(nodeId, { type: 'unknown', link: record.link, attempt: record.attempt });
      });
      return;
    }
    if (!('link' in record)) return;
    const { link } = record;
    const client = this.#clients.get(nodeId)?.get(link);
    if (record.type === 'disconnect') {
      this.#remove(nodeId, link);
      return;
    }
    if (client === undefined) {
      this.#send(nodeId, { type: 'unknown', link, attempt: 0 });
      return;
    }
    const { battle } = client;
    if (record.type === 'inputs') {
      const frame = decodeClientFrame(record.frame);
      if (frame?.type === 'inputs') battle?.handleInputs(frame);
    } else if (record.type === 'leave') battle?.leave();
    else if (record.type === 'seed') this.#setSeed(nodeId, link, battle, record.seed);
  }

  /** Disconnects all clients of a node: records were lost, or the node is gone. The node connects them again. */
  dropNode(nodeId: string): void {
    for (const [link, { attempt }] of this.#clients.get(nodeId) ?? []) {
      this.#remove(nodeId, link);
      this.#send(nodeId, { type: 'unknown', link, attempt });
    }
  }

  async #connect(
    nodeId: string,
    { link, attempt, sessionId, userId, proof, entry }: Extract<RelayRecord, { readonly type: 'connect' }>,
  ): Promise<void> {
    const to = this.#context.leases.nodeId;
    if (!isSeatProof(this.#context, { sessionId, userId, from: nodeId, to, link, attempt }, proof)) {
      this.#send(nodeId, { type: 'refused', link, attempt, code: 'ERR_SEAT_UNKNOWN' });
      return;
    }
    // A client that connects again keeps its connection, which the battle would otherwise close as replaced.
    const client = this.#clients.get(nodeId)?.get(link) ?? this.#add(nodeId, link);
    client.attempt = attempt;
    const token = makeSeatToken(this.#context, sessionId, userId);
    const connected = await this.#battles.connect(sessionId, userId, token, client, entry);
    if (!client.isOpen) {
      // The client was removed meanwhile, for example because records were lost. The battle has refused it for that alone, so the node may try again.
      if (connected.ok) connected.value.disconnect();
      this.#send(nodeId, { type: 'unknown', link, attempt });
      return;
    }
    if (!connected.ok) {
      // A later attempt has the same client, and its answer counts.
      if (client.attempt === attempt) this.#remove(nodeId, link);
      this.#send(nodeId, { type: 'refused', link, attempt, code: connected.error });
      return;
    }
    client.battle = connected.value;
    this.#send(nodeId, { type: 'connected', link, attempt });
  }

  #add(nodeId: string, link: number): RelayedClient {
    const clients = this.#clients.get(nodeId) ?? new Map<number, RelayedClient>();
    this.#clients.set(nodeId, clients);
    const client = new RelayedClient(nodeId, link, this.#send, () => this.#remove(nodeId, link));
    clients.set(link, client);
    return client;
  }

  #remove(nodeId: string, link: number): void {
    const clients = this.#clients.get(nodeId);
    const client = clients?.get(link);
    if (clients === undefined || client === undefined) return;
    clients.delete(link);
    if (clients.size === 0) this.#clients.delete(nodeId);
    client.isOpen = false;
    client.battle?.disconnect();
  }

  #setSeed(nodeId: string, link: number, battle: BattleConnection | null, seed: string): void {
    const set = battle?.setSeed(seed);
    const code = set === undefined || set.ok ? '' : set.error;
    this.#send(nodeId, { type: 'seed-answer', link, code });
  }
}
