/** The key names its version: another shape gets another key. */
const PREFIX = 'popfray.signed.v1.';

/** Signed transactions of this page, for where the browser keeps nothing. */
const inMemory = new Map<string, string>();

/**
 * Keeps the signed transaction of a payment until the server has acknowledged it: over a reload, in this tab alone. A
 * tab that is closed takes it along, and then nothing was paid: nobody else ever saw the bytes.
 */
export function keepSignature(id: string, signed: string): void {
  inMemory.set(id, signed);
  try {
    sessionStorage.setItem(PREFIX + id, signed);
  } catch {
    // Full, or forbidden: this page still has it.
  }
}

/** The signed transaction of a payment that the server has not acknowledged; null when there is none. */
export function keptSignature(id: string): string | null {
  try {
    return inMemory.get(id) ?? sessionStorage.getItem(PREFIX + id);
  } catch {
    return inMemory.get(id) ?? null;
  }
}

/** Drops the signed transaction of a payment: the server has it, or will never take it. */
export function dropSignature(id: string): void {
  inMemory.delete(id);
  try {
    sessionStorage.removeItem(PREFIX + id);
  } catch {
    // Forbidden: there was nothing.
  }
}
