/**
 * Texts of the lobby, of sessions and of battles: fetched with those screens, not with the first page. The same rules as in `en.ts`.
 * Amounts come in as text, exact to the sun; network names as the server gives them.
 */
export const battleTexts = {
  lobby: {},
  sessions: {},
  chat: {},
  room: {},
  battle: {},
  receipt: {},
} as const;
