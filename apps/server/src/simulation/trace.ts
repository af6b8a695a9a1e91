/** How many of the last events are shown after a failure. */
const SHOWN = 4_000;

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** What has happened in a simulation: a hash over all of it, and its end as text. */
export class Trace {
  readonly #last: string[] = [];
  readonly #known = new Map<string, number>();
  #count = 0;
  #low = OFFSET;
  #high = OFFSET ^ 0x5bd1e995;

  /** Number of events so far. */
  get count(): number {
    return this.#count;
  }

  /** Notes an event, for the hash alone. */
  add(atMs: number, who: string, what: string): void {
    this.#count++;
    this.#mix(Math.floor(atMs % 1_000_000_000));
    this.#mix(this.#numberOf(who));
    this.#mix(this.#numberOf(what));
  }

  /** Notes an event that a person who reads about a failure wants to see. */
  note(atMs: number, who: string, what: string): void {
    this.add(atMs, who, what);
    this.#last.push(`${(atMs / 1_000).toFixed(3)} ${who}: ${what}`);
    if (this.#last.length > 2 * SHOWN) this.#last.splice(0, SHOWN);
  }

  /** The last events that were noted, the oldest first. */
  get lines(): readonly string[] {
    return this.#last.slice(-SHOWN);
  }

  /** Differs whenever anything went differently. */
  get hash(): string {
    return [this.#high, this.#low].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #mix(value: number): void {
    this.#low = Math.imul(this.#low ^ value, PRIME);
    this.#high = Math.imul(this.#high ^ (value + (this.#low >>> 15)), PRIME);
  }

  /** A number for each text. Texts that differ each time are hashed instead of stored. */
  #numberOf(text: string): number {
    let number = this.#known.get(text);
    if (number === undefined) {
      number = OFFSET;
      for (let at = 0; at < text.length; at++) number = Math.imul(number ^ text.charCodeAt(at), PRIME);
      if (this.#known.size < 1_000) this.#known.set(text, number);
    }
    return number;
  }
}
