import { expect } from 'vitest';
import type { ChainCase } from './chain-steps.ts';

/** Cases that keep one account from signing in as another. */
export const SIGN_IN_CASES: readonly ChainCase[] = [
  {
    title: 'recovers the signer of any text',
    async run(fixture) {
      const { node, payer } = fixture;
      for (const text of ['hello', '', '0x1e', 'Grüße, 世界 🎈\n\nNonce: 7f', ' ends in a space ', 'x'.repeat(5000)]) {
        const signature = await fixture.signText(text, payer.privateKey);
        expect([text, node.recoverSigner(text, signature)]).toEqual([text, payer.address]);
      }
    },
  },
  {
    title: 'does not take a signature of one text for one of another',
    async run(fixture) {
      const { node, payer } = fixture;
      const signature = await fixture.signText('hello', payer.privateKey);
      const others = ['hello ', 'Hello', 'hell', '', 'hello\n'];
      expect(others.filter((text) => node.recoverSigner(text, signature) === payer.address)).toEqual([]);
    },
  },
  {
    title: 'does not take one signer for another',
    async run(fixture) {
      const { node, payer, stranger } = fixture;
      const signature = await fixture.signText('hello', stranger.privateKey);
      expect(node.recoverSigner('hello', signature)).toBe(stranger.address);
      expect(node.recoverSigner('hello', signature)).not.toBe(payer.address);
    },
  },
  {
    title: 'finds no signer in what is no signature, and throws nothing',
    async run(fixture) {
      const { node, payer } = fixture;
      const signature = await fixture.signText('hello', payer.privateKey);
      const wrong = [
        '',
        '0x',
        'zz',
        '0',
        '{}',
        signature.slice(0, -2),
        `${signature}00`,
        `${signature} `,
        signature + signature,
      ];
      expect(wrong.filter((text) => node.recoverSigner('hello', text) !== null)).toEqual([]);
      for (const digit of ['0', 'f']) {
        const blank = signature.replaceAll(/[0-9a-f]/g, digit);
        expect(node.recoverSigner('hello', blank)).not.toBe(payer.address);
      }
    },
  },
];
