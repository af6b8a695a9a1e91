import { expect, test } from 'vitest';
import { offerState, type OfferFacts, type OfferState } from './offer.ts';

const ready: OfferFacts = {
  isConnected: true,
  isSignedIn: true,
  balanceSun: 5_000_000,
  priceSun: 5_000_000,
  isActive: false,
  isPurchasing: false,
};

test.each<[string, Partial<OfferFacts>, OfferState]>([
  ['a wallet that holds just the price', {}, 'buy'],
  ['a wallet that holds a sun less', { balanceSun: 4_999_999 }, 'insufficient'],
  ['a wallet that does not tell', { balanceSun: undefined }, 'buy'],
  ['no wallet', { isConnected: false, isSignedIn: false }, 'connect'],
  ['a wallet that has not signed in', { isSignedIn: false }, 'signIn'],
  ['an upgrade in force', { isActive: true, isPurchasing: true, balanceSun: 0 }, 'active'],
  ['a payment under way', { isPurchasing: true, balanceSun: 0 }, 'purchasing'],
])('with %s', (_, changed, expected) => {
  expect(offerState({ ...ready, ...changed })).toBe(expected);
});
