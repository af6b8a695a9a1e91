import { Agent, request } from 'node:http';

/** A request to be made. */
export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What the answer has to hold, e.g. `"status":"credited"`. */
  readonly expected: string;
}

/** Connections that are kept open to one server. */
export class Load {
  readonly #agent: Agent;
  readonly #url: URL;

  constructor(url: string, connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#url = new URL(url);
  }

  /** Makes a request; resolves with the ms till the whole answer was there. Rejects for any but a 200 that holds what it has to. */
  async ask({ method, path, headers = {}, body, expected }: Asked): Promise<number> {
    const startMs = performance.now();
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const options = { agent: this.#agent, method, path, headers: { ...headers, ...length } };
      const asked = request(this.#url, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const elapsedMs = performance.now() - startMs;
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200 && text.includes(expected)) resolve(elapsedMs);
          else reject(new Error(`${path}: ${response.statusCode} ${text}`));
        });
      });
      asked.once('error', reject);
      asked.end(body);
    });
  }

  /** Closes the connections. */
  close(): void {
    this.#agent.destroy();
  }
}
