import type { QuickFeeSun } from '@popfray/protocol';
import { joinQuickBattle } from '../sessions/quick.ts';
import { setReady } from '../sessions/ready.ts';
import { confirmPayment, GAME_MS, playUntilOver, waitFor } from './simulated-games.ts';
import type { SimulatedPlayer } from './simulated-player.ts';
import type { ClientSocket } from './simulated-socket.ts';

const NETWORK = '10.0.1.1';

/** How often a page that has lost its socket opens another one, ms. */
const RECONNECT_MS = 1_500;

/** A player asks for a quick battle, waits in its room with an open socket, and plays. Some close the page instead, and lose the seat but not the fee. */
export async function playQuick(player: SimulatedPlayer, entryFeeSun: QuickFeeSun): Promise<void> {
  const { random, address, process, world } = player;
  const untilMs = process.scheduler.nowMs + GAME_MS;
  const room = new Room(player);
  void room.keepOpen();
  await player.sleep(200, 1_000);
  const plan = { entryFeeSun, ...(entryFeeSun > 0 && { paymentId: player.createId() }) };
  const seated = await player.request('quick', async (context) => joinQuickBattle(context, address, plan, NETWORK));
  if (seated === null || random.chance(10)) return room.close();
  const { id } = seated.session;
  player.confirmed.sessions.add(id);
  confirmPayment(player, seated.payment);
  await player.request('ready', async (context) => setReady(context, id, address, true));
  const session = await waitFor(player, id, untilMs, ({ status }) => status !== 'waiting');
  room.close();
  if (session === null || session.endedAt !== null) return;
  world.onBattle();
  await playUntilOver(player, id, untilMs);
}

/** The page of a player who waits. Its open socket tells the server that the player has not gone. */
class Room {
  readonly #player: SimulatedPlayer;
  #socket: ClientSocket | null = null;
  #isClosed = false;

  constructor(player: SimulatedPlayer) {
    this.#player = player;
  }

  /** Opens the socket, and another one after each loss, until the page is closed. */
  async keepOpen(): Promise<void> {
    const { nodes, random } = this.#player;
    while (!this.#isClosed) {
      if (this.#socket?.isOpen !== true) {
        const reader = { onMessage: () => undefined, onClose: () => undefined };
        this.#socket = await this.#player.connect(random.pick(nodes), reader);
        this.#socket?.send(JSON.stringify({ type: 'init', blockchain: 'tron' }));
        if (this.#isClosed) this.#socket?.close();
      }
      await this.#player.sleep(RECONNECT_MS);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }
}
