import { PAYMENT_STATUSES, type Payment } from '@popfray/protocol';
import { describe, expect, test } from 'vitest';
import { isCancellable, isOpen, isSignable, progressOf, stageOf, type Signing, type Stage } from './stage.ts';

const NOW = 1_700_000_000_000;

const payment: Payment = {
  id: 'payment-0001',
  source: 'wallet',
  purpose: 'upgrade',
  upgradeId: 'trx-boost',
  skinId: null,
  sessionId: null,
  amountSun: 5_000_000,
  to: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
  status: 'awaiting',
  createdAt: NOW,
  expiresAt: NOW + 600_000,
  txid: null,
  unsigned: '{}',
  blockNumber: null,
  explorerUrl: null,
};

describe('the stage of a payment', () => {
  test.each<[Stage, Signing | undefined]>([
    ['unsigned', undefined],
    ['asking', { step: 'asking' }],
    ['refused', { step: 'refused', code: 'ERR_WALLET_REJECTED' }],
    ['declined', { step: 'declined', code: 'ERR_PAYMENT_SIGNED' }],
    ['handing-in', { step: 'handing-in', failures: 0, isSignedOut: false }],
    ['handing-in', { step: 'handing-in', failures: 1, isSignedOut: false }],
    ['unheard', { step: 'handing-in', failures: 2, isSignedOut: false }],
    ['signed-out', { step: 'handing-in', failures: 0, isSignedOut: true }],
  ])('is %s while the server awaits it and this page says %o', (stage, signing) => {
    expect(stageOf(payment, signing)).toBe(stage);
  });

  test.each(PAYMENT_STATUSES.filter((status) => status !== 'awaiting'))(
    'is what the server says once it says %s',
    (status) => {
      expect(stageOf({ ...payment, status }, { step: 'handing-in', failures: 9, isSignedOut: false })).toBe(status);
    },
  );

  test('does not depend on the clock of the visitor: only the server lets a payment expire', () => {
    expect(stageOf({ ...payment, createdAt: 0, expiresAt: 1 }, undefined)).toBe('unsigned');
  });
});

describe('the possible actions at a stage', () => {
  test.each<[Stage, { readonly open: boolean; readonly cancellable: boolean; readonly signable: boolean }]>([
    ['unsigned', { open: true, cancellable: true, signable: true }],
    ['asking', { open: true, cancellable: true, signable: false }],
    ['refused', { open: true, cancellable: true, signable: true }],
    ['declined', { open: true, cancellable: true, signable: true }],
    ['handing-in', { open: true, cancellable: false, signable: false }],
    ['unheard', { open: true, cancellable: false, signable: false }],
    ['signed-out', { open: true, cancellable: false, signable: false }],
    ['sent', { open: true, cancellable: false, signable: false }],
    ['confirming', { open: true, cancellable: false, signable: false }],
    ['applied', { open: false, cancellable: false, signable: false }],
    ['refunded', { open: false, cancellable: false, signable: false }],
    ['expired', { open: false, cancellable: false, signable: false }],
    ['cancelled', { open: false, cancellable: false, signable: false }],
    ['failed', { open: false, cancellable: false, signable: false }],
  ])('%s: %o', (stage, can) => {
    expect({ open: isOpen(stage), cancellable: isCancellable(stage), signable: isSignable(stage) }).toEqual(can);
  });
});

describe('the steps of a payment', () => {
  test.each<[Stage, readonly string[]]>([
    ['asking', ['now', 'ahead', 'ahead', 'ahead']],
    ['refused', ['stopped', 'ahead', 'ahead', 'ahead']],
    ['unheard', ['done', 'now', 'ahead', 'ahead']],
    ['sent', ['done', 'done', 'now', 'ahead']],
    ['confirming', ['done', 'done', 'now', 'ahead']],
    ['applied', ['done', 'done', 'done', 'done']],
    ['failed', ['done', 'done', 'stopped', 'ahead']],
    ['cancelled', ['stopped', 'ahead', 'ahead', 'ahead']],
    ['expired', ['stopped', 'ahead', 'ahead', 'ahead']],
  ])('at %s', (stage, expected) => {
    const { sign, send, include, confirm } = progressOf(stage);
    expect([sign, send, include, confirm]).toEqual(expected);
  });
});
