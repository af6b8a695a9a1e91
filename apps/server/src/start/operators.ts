import type { ChainNode } from '@popfray/chain';
import type { Config } from './config.ts';
import type { House } from '../platform/context/index.ts';
import type { ConfigError } from '../platform/config/index.ts';
import type { Operators } from '../players/index.ts';

/** Why the configured recipient of memos cannot be used: it is no address, or the house itself, to which the house cannot send. */
export function refuseMemoAddress(
  { commitmentMemoTo }: Pick<Config, 'commitmentMemoTo'>,
  house: Pick<House, 'address'>,
  chain: Pick<ChainNode, 'isAddress'>,
): ConfigError | null {
  if (commitmentMemoTo === null) return null;
  const isUsable = chain.isAddress(commitmentMemoTo) && commitmentMemoTo !== house.address;
  const message = 'COMMITMENT_MEMO_TO must be a TRON address besides that of the house.';
  return isUsable ? null : { code: 'ERR_CONFIG_MEMO', variable: 'COMMITMENT_MEMO_TO', message };
}

/** Checks the configured operators: every address is valid on this chain, and at least one operator can sign in. */
export function openOperators(
  { adminAddresses, canHouseSignIn }: Config,
  house: Pick<House, 'address'>,
  chain: Pick<ChainNode, 'isAddress'>,
): Operators | ConfigError {
  const refuse = (message: string): ConfigError => ({ code: 'ERR_CONFIG_ADMIN', variable: 'ADMIN_ADDRESSES', message });
  const wrong = adminAddresses.find((address) => !chain.isAddress(address));
  if (wrong !== undefined) return refuse(`ADMIN_ADDRESSES has ${JSON.stringify(wrong)}, which is no TRON address.`);
  if (!canHouseSignIn && adminAddresses.every((address) => address === house.address))
    return refuse('HOUSE_SIGN_IN is 0, so ADMIN_ADDRESSES must name an operator besides the house.');
  return { adminAddresses, canHouseSignIn };
}
