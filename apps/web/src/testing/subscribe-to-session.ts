import { onGameMessage, watchSession } from '../data/game-socket/game-socket.ts';

/**
 * Subscribes the page to a session and resolves when the server has confirmed it: every later message of the session reaches the page.
 * Resolves with the function that ends the subscription.
 */
export function subscribeToSession(id: string): Promise<() => void> {
  return new Promise((resolve) => {
    const stopListening = onGameMessage((message) => {
      if (message.type !== 'game_updated' || message.game.id !== id) return;
      stopListening();
      resolve(stopWatching);
    });
    const stopWatching = watchSession(id);
  });
}
