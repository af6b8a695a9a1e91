/** For the `ref` of an input that the user has just opened: focuses it and selects its text. */
export function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
