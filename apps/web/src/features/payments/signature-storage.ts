/** Prefix of the storage keys. It contains the format version: a new format gets a new prefix. */
const PREFIX = 'popfray.signed.v1.';

/** Signed transactions of this page, used where the browser's storage fails. */
const inMemory = new Map<string, string>();

/**
 * Stores the signed transaction of a payment until the server has acknowledged it. It survives a reload and is limited to this tab.
 * If the tab is closed, nothing has been paid: the signature was sent to no other place.
 */
export function storeSignature(id: string, signed: string): void {
  inMemory.set(id, signed);
  try {
    sessionStorage.setItem(PREFIX + id, signed);
  } catch {
    // The storage is full or forbidden: the copy in memory remains.
  }
}

/** The signed transaction of a payment that the server has not acknowledged; null when there is none. */
export function readSignature(id: string): string | null {
  try {
    return inMemory.get(id) ?? sessionStorage.getItem(PREFIX + id);
  } catch {
    return inMemory.get(id) ?? null;
  }
}

/** Removes the signed transaction of a payment after the server has accepted or finally refused it. */
export function removeSignature(id: string): void {
  inMemory.delete(id);
  try {
    sessionStorage.removeItem(PREFIX + id);
  } catch {
    // The storage is forbidden, so it contains nothing.
  }
}
