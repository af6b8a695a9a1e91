import { chatMessage, session } from '@popfray/protocol';
import { battleOver } from '@popfray/protocol/battle';
import { actionName, notice } from '@popfray/protocol/socket';
import { z } from 'zod';
import type { SharedEvent } from './bus.ts';

const text = z.string().max(1_000);

/** An event that another node has sent. Extra fields, of a newer version, are removed; an event of an unknown type is none. */
const sharedEvent: z.ZodType<SharedEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), sessionId: text }),
  z.object({ type: z.literal('foreign'), session }),
  z.object({ type: z.literal('joined'), sessionId: text, userId: text, username: text }),
  // Nodes of earlier versions do not say who they are.
  z.object({ type: z.literal('starting'), sessionId: text, nodeId: text.default('') }),
  z.object({ type: z.literal('battle-moved'), sessionId: text, nodeId: text }),
  z.object({ type: z.literal('over'), over: battleOver }),
  z.object({ type: z.literal('reward') }),
  z.object({ type: z.literal('chat'), message: chatMessage }),
  z.object({ type: z.literal('chat-removed'), sessionId: text, messageId: text }),
  z.object({ type: z.literal('rematch'), sessionId: text, nextSessionId: text, playerName: text }),
  z.object({ type: z.literal('notice'), address: text, title: text, message: text, about: notice.optional() }),
  z.object({
    type: z.literal('game-action'),
    gameId: text,
    playerId: text,
    action: actionName,
    fields: z.record(z.string(), z.json()),
    receiverIds: z.array(text).max(100),
  }),
  z.object({ type: z.literal('provisional-score'), gameId: text, userId: text, score: z.int().min(0) }),
]);

/** Version of the messages. A node ignores messages of every other version. */
const VERSION = 1;

/** Longest message that is parsed, bytes. The largest event has a session with eight players. */
const MAX_BYTES = 65_536;

const busMessage = z.object({
  version: z.literal(VERSION),
  /** The link that sent it. */
  from: z.string().max(100),
  /** How many events the sender had published, this one included. A gap shows that some were lost. */
  count: z.int().min(0),
  /** Null in the messages that only say how many events there were. */
  event: z.unknown(),
});

/** A message of the bus. `event` is not parsed. */
export type BusMessage = Omit<z.infer<typeof busMessage>, 'version'>;

/** Encodes a message of the bus. */
export const encodeBusMessage = (from: string, count: number, event: SharedEvent | null): string =>
  JSON.stringify({ version: VERSION, from, count, event });

/** Parses a message of the bus; null when it is malformed, too long, or of another version. */
export function parseBusMessage(data: Buffer): BusMessage | null {
  if (data.length > MAX_BYTES) return null;
  try {
    return busMessage.safeParse(JSON.parse(data.toString())).data ?? null;
  } catch {
    return null;
  }
}

/** Parses the event of a message; null when it is malformed or of an unknown type. */
export const parseSharedEvent = (event: unknown): SharedEvent | null => sharedEvent.safeParse(event).data ?? null;
