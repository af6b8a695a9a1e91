import { openSolo } from '../solo/open.ts';
import { GAME_MS } from './simulated-games.ts';
import type { SimulatedPlayer } from './simulated-player.ts';

/** How many networks the players come from. */
const NETWORKS = 3;

/** A paid solo round that is opened and played. Some players open it in a second tab, which is the same round; some give it up, or never come. */
export async function playSolo(player: SimulatedPlayer): Promise<void> {
  const { random, address, process, world, confirmed } = player;
  const network = `10.0.0.${random.below(NETWORKS)}`;
  const opened = await player.request('solo', async (context) => openSolo(context, address, network));
  if (opened === null) return;
  confirmed.sessions.add(opened.id);
  if (random.chance(5)) return;
  world.onBattle();
  await player.playBattle(opened.id, process.scheduler.nowMs + GAME_MS);
}
