import type { WalletErrorCode } from '@popfray/chain';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTexts } from '../messages/texts.ts';
import { toasts } from '../../ui/toast.ts';
import { describeRefusal, walletToasts } from './toasts.ts';

const CONTEXT = { downloadUrl: 'https://www.tronlink.org/', network: 'Nile testnet' };

beforeAll(async () => loadTexts('account'));

describe('a wallet’s error', () => {
  test.each<[WalletErrorCode, string, string]>([
    ['ERR_WALLET_REJECTED', 'no', 'Connection cancelled by user. Please try again and approve the connection.'],
    [
      'ERR_WALLET_TIMEOUT',
      'late',
      'Connection timeout. Please ensure TronLink is unlocked. Visit /wallet-troubleshooting for help.',
    ],
    [
      'ERR_WALLET_INCOMPATIBLE',
      '',
      'TronLink extension API issue detected. This is a known compatibility problem. Visit /wallet-troubleshooting for help.',
    ],
    ['ERR_WALLET_INCOMPATIBLE', 'Its own words.', 'Its own words.'],
    ['ERR_WALLET_ABSENT', '', 'TronLink extension not found. Please install from www.tronlink.org'],
    ['ERR_WALLET_LOCKED', '', 'TronLink not ready. Please unlock your wallet and try again.'],
    [
      'ERR_WALLET_PENDING',
      '',
      'TronLink is waiting for an answer to an earlier request. Please open it, answer, and try again.',
    ],
    [
      'ERR_WALLET_ACCOUNT',
      '',
      'TronLink uses another account than the one you signed in with. Please switch back and try again.',
    ],
    ['ERR_WALLET_NETWORK', '', 'TronLink is on another network. Please switch it to Nile testnet and try again.'],
    ['ERR_WALLET_PAYMENT', '', 'TronLink returned another payment than the one requested. Nothing has been paid.'],
  ])('%s with the message "%s" is shown', (code, reason, words) => {
    expect(describeRefusal({ code, reason }, CONTEXT)).toBe(words);
  });

  test('of a network that the server has not named is shown as its own message, or as unknown', () => {
    const nowhere = { ...CONTEXT, network: null };
    expect(describeRefusal({ code: 'ERR_WALLET_NETWORK', reason: 'On 0x1.' }, nowhere)).toBe('On 0x1.');
    expect(describeRefusal({ code: 'ERR_WALLET_NETWORK', reason: '' }, nowhere)).toBe(
      'Unknown wallet connection error.',
    );
  });

  test('may contain any characters: it stays text', () => {
    const reason = "{address} <img src=x> '{";
    expect(describeRefusal({ code: 'ERR_WALLET_INCOMPATIBLE', reason }, CONTEXT)).toBe(reason);
  });
});

test('an error without a message is unknown', () => {
  walletToasts.broken('');
  expect(toasts.getState().message).toEqual({
    kind: 'bad',
    title: 'Wallet Connection Failed',
    text: 'Unknown wallet connection error.',
  });
});

test('an invalid name does not break the text', () => {
  walletToasts.welcome("{name} '{' <b>");
  expect(toasts.getState().message?.text).toBe("Profile created for {name} '{' <b>");
});
