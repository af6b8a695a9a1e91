import { expect, test } from 'vitest';
import { offerState, type OfferFacts, type OfferState } from './offer.ts';

const ready: OfferFacts = {
  isConnected: true,
  isSignedIn: true,
  walletSun: 5_000_000,
  balanceSun: 0,
  priceSun: 5_000_000,
  isActive: false,
  isPurchasing: false,
};

test.each<[string, Partial<OfferFacts>, OfferState]>([
  ['a wallet that holds just the price', {}, 'buy'],
  ['a wallet that holds a sun less', { walletSun: 4_999_999 }, 'insufficient'],
  [
    'a wallet that holds a sun less, and a balance that holds the price',
    { walletSun: 4_999_999, balanceSun: 5_000_000 },
    'buy',
  ],
  [
    'a wallet and a balance that only together hold the price',
    { walletSun: 4_999_999, balanceSun: 4_999_999 },
    'insufficient',
  ],
  ['a wallet that does not tell', { walletSun: undefined }, 'buy'],
  ['no wallet', { isConnected: false, isSignedIn: false }, 'connect'],
  ['a wallet that has not signed in', { isSignedIn: false }, 'signIn'],
  ['an upgrade in force', { isActive: true, isPurchasing: true, walletSun: 0 }, 'active'],
  ['a payment under way', { isPurchasing: true, walletSun: 0 }, 'purchasing'],
])('with %s', (_, changed, expected) => {
  expect(offerState({ ...ready, ...changed })).toBe(expected);
});
