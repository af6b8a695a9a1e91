import { useEffect, useState } from 'react';

/** How long a button confirms that a text was copied, ms. */
const CONFIRMATION_MS = 2_000;

/** Copies a text and returns whether that was just done. `onRefused` is called when the clipboard refuses. */
export function useCopy(
  text: string,
  onRefused: () => void,
): { readonly isCopied: boolean; readonly copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      onRefused();
    }
  };
  return { isCopied, copy: () => void copy() };
}
