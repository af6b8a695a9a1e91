import { createHash } from 'node:crypto';

/** Characters of a guest's id: 128 bits as base64url. */
const ID_LENGTH = 22;

/** How the entrant of a guest begins. */
const GUEST = 'guest:';

/** What a guest is known by: a hash of the secret that only the guest's browser has, so that no board gives it away. */
export const guestIdOf = (secret: string): string =>
  createHash('sha256').update(`popfray guest 1 ${secret}`).digest('base64url').slice(0, ID_LENGTH);

/** A guest as the entrant of a board; a player's is the address, which never looks like this. */
export const entrantOfGuest = (id: string): string => `${GUEST}${id}`;

/** Whether an entrant is a guest. */
export const isGuest = (entrant: string): boolean => entrant.startsWith(GUEST);
