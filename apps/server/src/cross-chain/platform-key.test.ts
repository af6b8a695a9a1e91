import { readFileSync } from 'node:fs';
import { makeSeatText } from '@popfray/protocol';
import { describe, expect, it } from 'vitest';
import { bodyHashOf, createSigner, derivePlatformSeed, isSignedBy, openPublicKey, signCall } from './platform-key.ts';
import { checkProof } from './proof.ts';

const PAGE = readFileSync(new URL('../../../../docs/cross-chain.md', import.meta.url), 'utf8');

describe('a platform’s key', () => {
  const signer = createSigner('sol', '01'.repeat(32));

  it('signs the example of docs/cross-chain.md', () => {
    const call = { method: 'PUT', path: '/api/cross-chain/sessions/session-1/status', body: '{"status":"playing"}' };
    const header = signCall(signer, call, 1_768_478_400_000, Buffer.from('00112233445566778899aabbccddeeff', 'hex'));
    expect(PAGE).toContain(bodyHashOf(call.body));
    expect(PAGE).toContain(signer.publicKey);
    expect(PAGE.replaceAll(/\s+/g, ' ')).toContain(`Authorization: ${header}`);
  });

  it('follows from the house’s, and says nothing of it', () => {
    const seed = derivePlatformSeed('1'.repeat(64));
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    expect(derivePlatformSeed('1'.repeat(64))).toBe(seed);
    expect(derivePlatformSeed('2'.repeat(64))).not.toBe(seed);
  });

  it.each(['', 'A', 'A'.repeat(86), 'not base64 at all, and longer than any signature'])(
    'has not signed %j',
    (signature) => {
      expect(isSignedBy('text', signature, openPublicKey(Buffer.from(signer.publicKey, 'hex')))).toBe(false);
    },
  );
});

describe('a wallet’s proof', () => {
  it('is taken as docs/cross-chain.md has it', () => {
    const nowMs = Date.UTC(2026, 0, 15, 12);
    const claim = {
      sessionId: 'session-1',
      blockchain: 'sol',
      walletAddress: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9',
      username: 'Solveig "Sol"',
      nonce: '00112233445566778899aabbccddeeff',
      expiresAt: nowMs + 60_000,
    } as const;
    expect(PAGE).toContain(makeSeatText(claim));
    const [, signature = ''] = /Its signature: `([\w-]+)`/.exec(PAGE.replaceAll(/\s+/g, ' ')) ?? [];
    const { sessionId, nonce, expiresAt, ...form } = claim;
    const proof = { nonce, expiresAt, signature };
    expect(checkProof(sessionId, { ...form, userId: claim.walletAddress, proof }, nowMs)).toMatchObject({ ok: true });
  });
});
