import { CALLS } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { disconnectWallet } from '../account/account.ts';
import { browserStorage, keepText, readText, type KeptText } from '../account/storage.ts';
import { ask } from '../api/ask.ts';
import { queryClient } from '../api/Queries.tsx';
import { wallet } from '../wallet/wallet.ts';

/** What deleting the player's profile would do, and what is in its way. */
export const deletionQuery = (address: string) =>
  queryOptions({
    queryKey: ['deletion', address],
    queryFn: ({ signal }) => ask(CALLS.getMyDeletion, { signal }),
  });

/** The word that stands for any name. The same in every language. */
const WORD = 'DELETE';

/** Whether somebody has typed what only somebody types who means it. */
export const isConfirmed = (typed: string, username: string): boolean =>
  [username, WORD].includes(typed.trim().normalize('NFC'));

/**
 * Deletes the player's profile by a signature of the wallet. Resolves with whether it is gone: false when the wallet did not sign.
 * Throws an `AskError` when the server does not do it.
 */
export async function deleteProfile(onSigned: () => void): Promise<boolean> {
  const { nonce, text } = await ask(CALLS.createDeletion, { body: {} });
  const signature = await (await wallet()).signMessage(text);
  if (!signature.ok) return false;
  onSigned();
  await ask(CALLS.deleteMe, { body: { nonce, signature: signature.value } });
  return true;
}

/** Leaves nothing of a player in this browser, and lets go of the wallet. */
export async function forgetHere(
  address: string,
  storage: KeptText & Partial<Storage> = browserStorage(),
): Promise<void> {
  const keys = Array.from({ length: storage.length ?? 0 }, (_, at) => storage.key?.(at) ?? '');
  for (const key of keys)
    if (key.includes(address) || readText(key, storage)?.includes(address) === true) keepText(key, null, storage);
  await disconnectWallet();
  queryClient.clear();
}
