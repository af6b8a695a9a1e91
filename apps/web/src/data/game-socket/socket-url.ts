/** Address of the game server's socket: the same host, `/ws`. SPEC section 7. */
export const makeSocketUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
