/** A refusal as TIP-1193 has it: an error with a number. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The person said no. */
export const rejected = (): RpcError => new RpcError(4_001, 'User rejected the request.');
/** The method is not known. */
export const unsupported = (method: string): RpcError => new RpcError(4_200, `The dev wallet does not know ${method}.`);
/** The wallet has been taken out of the page. */
export const gone = (): RpcError => new RpcError(4_900, 'The dev wallet has been taken out of this page.');
/** The network is not known. */
export const unknownNetwork = (): RpcError => new RpcError(4_902, 'The dev wallet knows only the dev chain.');
/** A question of this page is still open. */
export const pending = (): RpcError => new RpcError(-32_002, 'Another request of this page is still open.');
/** The same, while the open question is to unlock the wallet. */
export const pendingUnlock = (): RpcError => new RpcError(-32_000, 'The wallet is locked, and being asked to unlock.');
/** The parameters are not what the method takes. */
export const badParameters = (): RpcError => new RpcError(-32_602, 'These are not the parameters of this method.');

/** TronLink's words when a signature is refused, without a code (measured). */
export const declined = (): Error => new Error('Confirmation declined by user');
