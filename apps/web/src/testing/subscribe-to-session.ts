import { hearGame, watchSession } from '../game-socket/game-socket.ts';

/**
 * Subscribes the page to a session and resolves when the server has confirmed it: every later message of the session reaches the page.
 * Resolves with the function that ends the subscription.
 */
export async function subscribeToSession(id: string): Promise<() => void> {
  const confirmed = Promise.withResolvers<void>();
  const stopListening = hearGame((message) => {
    if (message.type === 'game_updated' && message.game.id === id) confirmed.resolve();
  });
  const unwatch = watchSession(id);
  await confirmed.promise;
  stopListening();
  return unwatch;
}
