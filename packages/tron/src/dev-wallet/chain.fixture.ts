import { createTronNode, type TronNode } from '../node/index.ts';
import type { DevAccount } from './wallet-state.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    startChain(): Promise<string>;
    stopChain(url: string): Promise<void>;
  }
}

/** A dev chain as a test in the page has it. */
export interface TestChain {
  readonly url: string;
  readonly node: TronNode;
  /** Creates an account with a new key and a balance in sun. */
  createAccount(name: string, amountSun: number): Promise<DevAccount>;
  mine(blocks: number): Promise<void>;
}

/** Reaches a dev chain. */
export function reachChain(url: string): TestChain {
  const node = createTronNode({ url });
  async function post(path: string, body: unknown): Promise<void> {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  return {
    url,
    node,
    async createAccount(name, amountSun) {
      const bytes = crypto.getRandomValues(new Uint8Array(32));
      const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      const address = node.addressOf(key) ?? '';
      if (amountSun > 0) await post('/dev/faucet', { address, amountSun });
      return { name, key, address };
    },
    mine: (blocks) => post('/dev/mine', { blocks }),
  };
}
