/** An error with a code, as TIP-1193 defines it. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The user answered no. */
export const rejected = (): RpcError => new RpcError(4_001, 'User rejected the request.');
/** The method is not known. */
export const unsupported = (method: string): RpcError => new RpcError(4_200, `The dev wallet does not know ${method}.`);
/** The wallet was removed from the page. */
export const disconnected = (): RpcError => new RpcError(4_900, 'The dev wallet was removed from this page.');
/** The network is not known. */
export const unknownNetwork = (): RpcError => new RpcError(4_902, 'The dev wallet knows only the dev chain.');
/** A question of this page is still open. */
export const pending = (): RpcError => new RpcError(-32_002, 'Another request of this page is still open.');
/** The same, while the open question is to unlock the wallet. */
export const pendingUnlock = (): RpcError => new RpcError(-32_000, 'The wallet is locked, and being asked to unlock.');
/** The parameters are not what the method takes. */
export const badParameters = (): RpcError => new RpcError(-32_602, 'These are not the parameters of this method.');

/** TronLink's error when the user refuses a signature. It has no code (measured). */
export const declined = (): Error => new Error('Confirmation declined by user');
