import { describe, expect, it } from 'vitest';
import { makePlatformHeader, makePlatformText, parsePlatformHeader, type PlatformClaim } from './platform-signature.ts';

const CLAIM: PlatformClaim = {
  platform: 'sol',
  timestamp: 1_768_478_400_000,
  nonce: '00112233445566778899aabbccddeeff',
  signature: 'A'.repeat(86),
};
const HEADER = makePlatformHeader(CLAIM);

describe('a platform’s signature', () => {
  it('is of a text that says everything that follows from it', () => {
    const call = { ...CLAIM, method: 'PUT', path: '/api/cross-chain/sessions/a?b=1', bodyHash: 'e3b0' };
    expect(makePlatformText(call)).toBe(
      'Popfray platform call\nsol\nPUT\n/api/cross-chain/sessions/a?b=1\ne3b0\n1768478400000\n00112233445566778899aabbccddeeff',
    );
  });

  it('travels in a header that reads as it was written', () => {
    expect(HEADER).toBe(`Popfray-Platform sol 1768478400000 00112233445566778899aabbccddeeff ${'A'.repeat(86)}`);
    expect(parsePlatformHeader(HEADER)).toEqual(CLAIM);
  });

  it.each([
    '',
    'Bearer abc',
    HEADER.replace('sol', 'moon'),
    HEADER.replace('17684', '-1'),
    HEADER.replace('1768478400000', '1e12'),
    HEADER.replace('ff ', 'FF '),
    HEADER.replace('ff ', ' '),
    HEADER.slice(0, -1),
    `${HEADER}A`,
    `${HEADER} more`,
    HEADER.replace(' sol', '  sol'),
  ])('is no header: %j', (text) => {
    expect(parsePlatformHeader(text)).toBeNull();
  });
});
