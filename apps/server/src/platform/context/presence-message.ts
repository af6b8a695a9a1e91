import { z } from 'zod';

/** Version of the messages. A node ignores messages of every other version. */
const VERSION = 1;

/** Longest message that is parsed, bytes: 20,000 players in battles. */
const MAX_BYTES = 8 * 1_024 * 1_024;

const text = z.string().max(200);
const count = z.int().min(0);

const presenceMessage = z.object({
  version: z.literal(VERSION),
  /** The node that sent it. */
  from: z.string().max(100),
  /**
   * `full`: all that the node has, in place of what it sent before. `change`: what has changed since its last message. `question`: asks every node for a
   * full message.
   */
  type: z.enum(['full', 'change', 'question']),
  /** Counts the messages of the node, without questions. A gap shows that some were lost. */
  number: count,
  anonymous: count,
  /** Addresses of players, and whether they are there. */
  players: z.array(z.tuple([text, z.boolean()])),
  /** Seats, as session and player, and whether they are connected. */
  seats: z.array(z.tuple([text, text, z.boolean()])),
  /** Live scores: session, player, score, whether the server has verified it. */
  scores: z.array(z.tuple([text, text, count, z.boolean()])),
  /** Sessions whose scores are over. They come before `scores`. */
  forgotten: z.array(text),
});

/** What a node sends about its part of the presence. */
export type PresenceMessage = Omit<z.infer<typeof presenceMessage>, 'version'>;

/** Encodes a message. */
export const encodePresence = (message: PresenceMessage): string => JSON.stringify({ version: VERSION, ...message });

/**
 * How the messages of a node begin. Redis delivers a node's messages to itself too, and parsing them only to find out who has sent them would take as
 * long as parsing those of another node.
 */
export const beginningOf = (nodeId: string): Buffer =>
  Buffer.from(JSON.stringify({ version: VERSION, from: nodeId }).slice(0, -1));

/** Parses a message; null when it is malformed, too long, or of another version. */
export function parsePresence(data: Buffer): PresenceMessage | null {
  if (data.length > MAX_BYTES) return null;
  try {
    return presenceMessage.safeParse(JSON.parse(data.toString())).data ?? null;
  } catch {
    return null;
  }
}
