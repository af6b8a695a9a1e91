import type * as devChain from '../dev-chain/index.ts';

const stops = new Map<string, () => Promise<void>>();

/** What a test in the browser, which can start no dev chain, has done by the Node process beside it. */
export const chainCommands = {
  /** Starts a dev chain in memory, with blocks on demand only, and resolves with its URL. */
  async startChain(_context: unknown): Promise<string> {
    // Not by a plain import: this file is read whenever tests start, and a bundler would take the whole chain into it.
    const entry = new URL('../dev-chain/index.ts', import.meta.url).href;
    const { startDevChain } = (await import(/* @vite-ignore */ entry)) as typeof devChain;
    const started = await startDevChain({ path: ':memory:', port: 0, blockMs: 0 });
    if ('code' in started) throw new Error(`${started.code} ${started.message}`);
    stops.set(started.url, () => started.stop());
    return started.url;
  },
  /** Stops a chain. Nothing happens when there is none at that URL. */
  async stopChain(_context: unknown, url: string): Promise<void> {
    await stops.get(url)?.();
    stops.delete(url);
  },
};
