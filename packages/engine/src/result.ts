/** A value, or a coded reason why there is none. Bad input and a service that does not answer are values; a bug is thrown. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** A successful result. */
export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value });

/** A failed result. */
export const err = <Failure>(error: Failure): { readonly ok: false; readonly error: Failure } => ({ ok: false, error });
