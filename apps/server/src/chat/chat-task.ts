import type { Context } from '../platform/context/index.ts';
import { forgetChat } from './forget.ts';
import { forwardChat, forwardRemovals } from './forward.ts';

/** How often chat that is too old is looked for, ms. */
const FORGET_EVERY_MS = 24 * 60 * 60_000;

/** What the worker does for chat in each of its turns: hands messages over, has hidden ones removed, and once a day forgets old ones. */
export function createChatTask(context: Context): () => Promise<void> {
  let forgottenMs = 0;
  return async () => {
    if (context.now() - forgottenMs >= FORGET_EVERY_MS) {
      forgottenMs = context.now();
      await forgetChat(context);
    }
    await forwardChat(context);
    await forwardRemovals(context);
  };
}
