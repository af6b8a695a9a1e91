import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon, type IconName } from '../shell/Icon.tsx';
import { showToast } from '../shell/toast.ts';

/** How long the button says that it has copied, ms. */
const SAID_MS = 2_000;

/** A button that copies a text, and says so. Where the clipboard refuses, tells to do it by hand. */
export function CopyAction({
  text,
  name,
  icon = 'copy',
  isBare = false,
}: {
  readonly text: string;
  /** What the button is called. */
  readonly name: string;
  readonly icon?: IconName;
  /** Whether the icon stands alone, and the name is for those who hear it. */
  readonly isBare?: boolean;
}): ReactElement {
  const t = useTranslations('info');
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
      showToast({ kind: 'bad', title: t('copyFailedTitle'), text: t('copyFailedText') });
    }
  };
  const shown = isCopied ? t('copied') : name;
  return (
    <button
      type="button"
      {...(isBare && { 'aria-label': shown, title: name })}
      className={`action ${isBare ? 'action-bare action-icon' : 'action-quiet'}`}
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? 'check' : icon} />
      {!isBare && <span aria-live="polite">{shown}</span>}
    </button>
  );
}
