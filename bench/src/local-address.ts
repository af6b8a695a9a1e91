/** Linux answers at every address of 127.0.0.0/8, so that each client can have a separate network, as the server's limits expect. */
export const HAS_LOCAL_ADDRESSES = process.platform === 'linux';

/** The loopback address of a client, 127.1.0.1 and later; undefined where only 127.0.0.1 exists. */
export function localAddressOf(client: number): string | undefined {
  if (!HAS_LOCAL_ADDRESSES) return undefined;
  const PER_BYTE = 250;
  const [high, middle, low] = [Math.floor(client / PER_BYTE ** 2), Math.floor(client / PER_BYTE), client];
  return `127.${1 + (high % PER_BYTE)}.${middle % PER_BYTE}.${1 + (low % PER_BYTE)}`;
}
