import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../shell/Icon.tsx';
import { showToast } from '../shell/toast.ts';

/** How long the button says that it has copied, ms. */
const SAID_MS = 2_000;

/** Copies a text that stands beside it. Where the clipboard refuses, says to do it by hand. */
export function CopyButton({
  text,
  name,
}: {
  readonly text: string;
  /** What the button is called. */
  readonly name: string;
}): ReactElement {
  const t = useTranslations('money');
  const toast = useTranslations('toast');
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
      showToast({ kind: 'bad', title: toast('copyFailedTitle'), text: t('copyByHand') });
    }
  };
  return (
    <button
      type="button"
      aria-label={isCopied ? t('copied') : name}
      title={name}
      className="action action-bare action-icon"
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}
