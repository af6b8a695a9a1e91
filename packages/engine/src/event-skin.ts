import type { RoundEvent } from './event.ts';

/** The words a front end has for events. Bring your own: another chain's, another language's. */
export interface EventSkin {
  /** One for each combo step in turn, from the start again after the last. */
  readonly comboMessages: readonly string[];
  readonly milestoneMessage: (points: number) => string;
}

/** The words of SPEC section 4. */
export const TRON_EVENT_SKIN: EventSkin = {
  comboMessages: ['Epic Streak!', 'TRON Combo Master!', 'Unstoppable!', 'Legendary Streak!', 'TRON Warrior!'],
  milestoneMessage: (points) => `${points} Points! TRON Power!`,
};

/** The message that an event shows, or null for most. */
export function eventMessage(event: Pick<RoundEvent, 'type' | 'value'>, skin: EventSkin): string | null {
  if (event.type === 'milestone') return skin.milestoneMessage(event.value);
  if (event.type !== 'combo') return null;
  return skin.comboMessages[event.value % skin.comboMessages.length] ?? null;
}
