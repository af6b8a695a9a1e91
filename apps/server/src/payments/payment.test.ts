import { PAYMENT_STATUSES, type PaymentStatus } from '@popfray/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentRow } from '../platform/database/schema.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { addPayment, findPayment, move, nextStamp, serializePayment } from './payment.ts';

let test: TestContext;
let address: string;
beforeAll(async () => {
  test = await createTestContext();
  ({ address } = await test.player('alice'));
});
afterAll(async () => test.stop());

/** The design's table, from the outside. */
const ALLOWED: Readonly<Record<PaymentStatus, string>> = {
  awaiting: 'sent confirming applied refunded expired cancelled failed',
  sent: 'confirming applied refunded expired failed',
  confirming: 'applied refunded expired failed',
  cancelled: 'applied refunded',
  expired: 'applied refunded',
  applied: '',
  refunded: '',
  failed: 'applied refunded',
};

const PAIRS = PAYMENT_STATUSES.flatMap((from) => PAYMENT_STATUSES.map((to) => [from, to] as const));

let made = 0;
async function write(status: PaymentStatus): Promise<PaymentRow> {
  const { db } = test.context;
  const isSettled = status === 'applied' || status === 'refunded';
  const createdAt = await nextStamp(db, address, test.clock.nowMs);
  const row: PaymentRow = {
    id: `payment-${made++}`,
    address,
    source: 'wallet',
    purpose: 'upgrade',
    upgrade_id: `upgrade-${made}`,
    skin_id: null,
    session_id: null,
    recipient: test.context.house.address,
    amount_sun: 5,
    status,
    created_at: createdAt,
    expires_at: createdAt + 1,
    txid: made.toString(16).padStart(64, '0'),
    claim: null,
    unsigned: '{}',
    signed: null,
    block_number: null,
    settled_at: isSettled ? createdAt : null,
    check_at: null,
  };
  await addPayment(db, row);
  return row;
}

describe('a payment’s status', () => {
  it.each(PAIRS)('%s is followed by %s as the table says, and never otherwise', async (from, to) => {
    const row = await write(from);
    const isAllowed = ALLOWED[from].split(' ').includes(to);
    const moved = await move(test.context.db, row, to, { settled_at: 1 });
    expect(moved?.status).toBe(isAllowed ? to : undefined);
    expect(await findPayment(test.context.db, row.id)).toEqual(isAllowed ? { ...row, status: to, settled_at: 1 } : row);
  });

  it('is not changed by a caller with an older row', async () => {
    const row = await write('awaiting');
    expect((await move(test.context.db, row, 'cancelled', {}))?.status).toBe('cancelled');
    expect(await move(test.context.db, row, 'sent', {})).toBeNull();
    expect((await findPayment(test.context.db, row.id))?.status).toBe('cancelled');
  });
});

describe('a payment as its player sees it', () => {
  it.each([
    ['awaiting', '{}', false],
    ['cancelled', null, false],
    ['sent', null, true],
    ['applied', null, true],
  ] as const)(
    'has, while it is %s, the transaction to sign %j, and a link to the explorer: %j',
    async (status, unsigned, hasLink) => {
      const shown = serializePayment(
        {
          ...test.context,
          chain: { ...test.context.chain, explorerUrl: (txid) => `https://explorer.example/${txid}` },
        },
        await write(status),
      );
      expect(shown.unsigned).toBe(unsigned);
      expect(shown.explorerUrl).toBe(hasLink ? `https://explorer.example/${shown.txid}` : null);
    },
  );
});
