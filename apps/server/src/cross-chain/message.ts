import type { z } from 'zod';

/** A message of a socket; null for what is no JSON, or says nothing of the kind. */
export function readMessage<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
