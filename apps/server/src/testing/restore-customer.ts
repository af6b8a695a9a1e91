import { balanceOf, playerAccount } from '../ledger/ledger.ts';
import { createPayment, submitPayment } from '../payments/intent.ts';
import { recoverPayment } from '../payments/recovery.ts';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import type { TestContext, TestWallet } from './context.fixture.ts';

/** A customer who withdraws, buys and pays while backups are restored. */
export interface Customer extends TestWallet {
  /** The order that the customer's page keeps until a server has answered it; null when there is none. */
  order: { readonly id: string; readonly amountSun: number } | null;
  /** What the customer paid by hand and has not told the house of. */
  unrecovered: string[];
}

const TRX = 1_000_000;

/** What every customer has on the house's books at the start, sun. */
export const GIFT_SUN = 40 * TRX;

/** The least that a customer withdraws, sun. */
const LEAST_SUN = 10 * TRX;

const UPGRADES = ['rapid-fire', 'trx-boost', 'boss-buster', 'lucky-streak'];

export const createCustomer = (wallet: TestWallet): Customer => ({ ...wallet, order: null, unrecovered: [] });

/** Lets a customer do one thing, which a number chooses. What fails is tried again in a later call. */
export async function actOnce(test: TestContext, customer: Customer, what: number, salt: string): Promise<void> {
  switch (what % 6) {
    case 0:
      return buy(test, customer, what);
    case 1:
      return payByHand(test, customer, what);
    case 2:
      return recover(test, customer);
    default:
      return withdraw(test, customer, what, salt);
  }
}

/** Asks for a part of the balance, or for all of it; an order that was not answered is sent again, under the same id. */
async function withdraw({ context }: TestContext, customer: Customer, what: number, salt: string): Promise<void> {
  const balanceSun = await balanceOf(context.db, playerAccount(customer.address));
  if (customer.order === null && balanceSun < LEAST_SUN) return;
  const amountSun = what % 2 === 0 ? balanceSun : Math.max(LEAST_SUN, Math.floor(balanceSun / 2));
  customer.order ??= { id: `order-${salt}`.replaceAll(/\W/g, '-'), amountSun };
  await createWithdrawal(context, customer.address, customer.order);
  customer.order = null;
}

async function buy({ context }: TestContext, customer: Customer, what: number): Promise<void> {
  const { address, privateKey } = customer;
  const made = await createPayment(context, address, UPGRADES[what % UPGRADES.length] ?? '');
  if (!made.ok || made.value.unsigned === null) return;
  await submitPayment(context, address, made.value.id, context.chain.signPayment(made.value.unsigned, privateKey));
}

async function payByHand({ context, clock }: TestContext, customer: Customer, what: number): Promise<void> {
  const { chain, house } = context;
  const plan = { from: customer.address, to: house.address, amount: TRX + what, timestampMs: clock.nowMs };
  const built = await chain.buildPayment({ ...plan, expiresAtMs: clock.nowMs + 60_000 });
  if (!built.ok) return;
  customer.unrecovered.push(built.value.txid);
  await chain.broadcast(chain.signPayment(built.value.unsigned, customer.privateKey));
}

async function recover({ context }: TestContext, customer: Customer): Promise<void> {
  for (const txid of customer.unrecovered) await recoverPayment(context, customer.address, txid);
}
