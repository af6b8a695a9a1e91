import { FAILURES, type FailureCode, type Payment, type VerifiedRound } from '@popfray/protocol';
import { page } from 'vitest/browser';
import { connectWallet } from '../data/wallet/wallet-actions.ts';
import { account } from '../data/account/state.ts';
import { wallet } from '../data/wallet/wallet.ts';

/** Clicks a button by its name, in the dev wallet or elsewhere. */
export const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** Connects the dev wallet and signs in. Resolves with the address. */
export async function signInByDevWallet(): Promise<string> {
  const connected = connectWallet();
  await press('Confirm');
  await press('Confirm');
  await connected;
  const { player } = account.getState();
  if (player === null) throw new Error('No player is signed in.');
  return player.address;
}

/** Signs in as the operator, with the account that the dev wallet offers for this. */
export async function signInAsHouse(): Promise<void> {
  await wallet();
  for (const name of ['Dev wallet · Play money', 'Switch account', 'Use the house account', 'Close the dev wallet'])
    await press(name);
  await signInByDevWallet();
}

/** Sends play money to an account of the dev chain, sun. */
export async function fund(address: string, amountSun: number): Promise<void> {
  const node = account.getState().platform?.network.devNodeUrl ?? '';
  const response = await fetch(`${node}/dev/faucet`, { method: 'POST', body: JSON.stringify({ address, amountSun }) });
  if (!response.ok) throw new Error(await response.text());
}

/** The required part of the tronweb that a wallet adds to the page. */
interface PageTronWeb {
  readonly trx: { sendTransaction(to: string, amountSun: number): Promise<{ readonly txid?: string }> };
}

/** Pays the house from the wallet without using the product. Resolves with the transaction's id. */
export async function payBeside(amountSun: number): Promise<string> {
  const { tronWeb } = window as unknown as { readonly tronWeb: PageTronWeb };
  const sent = tronWeb.trx.sendTransaction(account.getState().platform?.houseAddress ?? '', amountSun);
  await press('Confirm');
  const { txid } = await sent;
  if (txid === undefined) throw new Error('The dev chain did not take the payment.');
  return txid;
}

/** A JSON response of the server. */
export const json = (value: unknown): Response => Response.json(value);

/** A failure response of the server. */
export function failure(code: FailureCode): Response {
  const { status, message } = FAILURES[code];
  return Response.json({ error: { code, message } }, { status });
}

/** Creates a payment in the server's format. */
export const makePayment = (changed: Partial<Payment> = {}): Payment => ({
  id: 'payment-0001',
  source: 'wallet',
  purpose: 'upgrade',
  upgradeId: 'trx-boost',
  skinId: null,
  sessionId: null,
  amountSun: 5_000_000,
  to: 'TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq',
  status: 'awaiting',
  createdAt: Date.now(),
  expiresAt: Date.now() + 600_000,
  txid: null,
  unsigned: '{}',
  blockNumber: null,
  explorerUrl: null,
  ...changed,
});

/** Creates a paid round in the server's format. */
export const makeRound = (changed: Partial<VerifiedRound> = {}): VerifiedRound => ({
  id: 'round-0001',
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  username: 'TRON_TJRabP',
  rulesId: 'arena',
  rulesVersion: 1,
  loadout: [],
  score: 1_039,
  popped: 11,
  bestCombo: 4,
  earnedSun: 10_390_000,
  creditedSun: 10_390_000,
  cutBy: null,
  status: 'credited',
  playedAt: 1_790_000_000_000,
  replay: '',
  ...changed,
});
