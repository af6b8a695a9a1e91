import type { createClient } from '@redis/client';

/** A client of the library: one connection. */
export type RedisClient = ReturnType<typeof createClient>;
