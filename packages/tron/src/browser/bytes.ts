/** Bytes of lower-case hex, two digits each; null for anything else. */
export function parseHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}

/** Bytes as lower-case hex. */
export const makeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256. Throws outside a secure context (https or localhost), where browsers do not make it. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  // The type says that it is always there.
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (subtle === undefined) throw new Error('A payment can be checked only on a secure page: https, or localhost.');
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}
