import { useEffect, useState } from 'react';

/** How long it is said that a text was copied, ms. */
const SAID_MS = 2_000;

/** Copies a text, and tells for a moment that it has. `onRefused` is called where the clipboard refuses. */
export function useCopy(
  text: string,
  onRefused: () => void,
): { readonly isCopied: boolean; readonly copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
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
