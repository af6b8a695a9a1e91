import { PLAYER_CALLS } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { disconnectWallet } from '../../data/wallet/wallet-actions.ts';
import { browserStorage, writeText, readText, type TextStorage } from '../../data/storage/storage.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { wallet } from '../../data/wallet/wallet.ts';

/** The consequences of deleting the player's profile, and the obstacles. */
export const deletionQuery = (address: string) =>
  queryOptions({
    queryKey: ['deletion', address],
    queryFn: ({ signal }) => callApi(PLAYER_CALLS.getMyDeletion, { signal }),
  });

/** Confirmation word instead of the name. The same in every language. */
const WORD = 'DELETE';

/** Whether the typed text confirms the deletion: the player's name or the word. */
export const isConfirmed = (typed: string, username: string): boolean =>
  [username, WORD].includes(typed.trim().normalize('NFC'));

/**
 * Deletes the player's profile with a signature of the wallet. Resolves with whether it was deleted: false when the wallet did not sign.
 * Throws an `ApiError` when the server refuses.
 */
export async function deleteProfile(onSigned: () => void): Promise<boolean> {
  const { nonce, text } = await callApi(PLAYER_CALLS.createDeletion, { body: {} });
  const signature = await (await wallet()).signMessage(text);
  if (!signature.ok) return false;
  onSigned();
  await callApi(PLAYER_CALLS.deleteMe, { body: { nonce, signature: signature.value } });
  return true;
}

/** Deletes all data of a player in this browser and disconnects the wallet. */
export async function clearBrowserData(
  address: string,
  storage: TextStorage & Partial<Storage> = browserStorage(),
): Promise<void> {
  const keys = Array.from({ length: storage.length ?? 0 }, (_, at) => storage.key?.(at) ?? '');
  for (const key of keys)
    if (key.includes(address) || readText(key, storage)?.includes(address) === true) writeText(key, null, storage);
  await disconnectWallet();
  queryClient.clear();
}
