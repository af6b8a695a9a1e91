/** Hosts of this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** What to do after the server has named another address: connect there, enter again without `direct`, or connect to the first address. */
export type Redirection = 'connect' | 'relay' | 'return';

/**
 * Where a client connects to its battle: at first to `homeUrl`, the address of the whole server, which may name the address of the node that plays the battle.
 * Each named address is used for one connection. When that fails or ends, the client connects to `homeUrl` again.
 */
export class BattleRoute {
  readonly #homeUrl: string;
  #directUrl: string | null = null;
  /** Whether the battle has answered at the named address. */
  #isConfirmed = false;
  /** Whether the client enters without `direct`. */
  #isRelayWanted = false;
  readonly #usedUrls = new Set<string>();

  constructor(homeUrl: string) {
    this.#homeUrl = homeUrl;
  }

  /** The address of the next connection. */
  get url(): string {
    return this.#directUrl ?? this.#homeUrl;
  }

  /** Whether the client is at an address that the server has named, and the battle has not answered there. */
  get isUncertain(): boolean {
    return this.#directUrl !== null && !this.#isConfirmed;
  }

  /** Whether the client enters with `direct`. */
  get isDirectWanted(): boolean {
    return !this.#isRelayWanted;
  }

  /** The server has named another address. */
  redirect(url: string): Redirection {
    if (this.#directUrl !== null) return 'return';
    if (this.#usedUrls.has(url) || !isAllowed(url, this.#homeUrl)) {
      this.#isRelayWanted = true;
      return 'relay';
    }
    this.#usedUrls.add(url);
    this.#directUrl = url;
    this.#isConfirmed = false;
    return 'connect';
  }

  /** The battle has answered. */
  confirm(): void {
    this.#isConfirmed = true;
  }

  /** The connection has ended, or has to end. The next one is to the first address; without `direct` when the battle has not answered at the named one. */
  returnHome(): void {
    this.#isRelayWanted = this.isUncertain;
    this.#directUrl = null;
  }
}

/** Whether a client may connect to a named address: by TLS, or within this machine when the server is on this machine too. */
function isAllowed(url: string, homeUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username + password !== '') return false;
  if (protocol === 'wss:') return true;
  return protocol === 'ws:' && LOOPBACK.test(hostname) && LOOPBACK.test(new URL(homeUrl).hostname);
}
