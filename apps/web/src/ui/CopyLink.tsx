import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from './Icon.tsx';
import { showToast } from './toast.ts';

/** Button that copies a link. Where the clipboard refuses, it shows the link in an input to copy by hand. */
export function CopyLink({ link, children }: { readonly link: string; readonly children: string }): ReactElement {
  const t = useTranslations('toast');
  const play = useTranslations('play');
  const [hasFailed, setFailed] = useState(false);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      showToast({ kind: 'good', title: t('copiedTitle'), text: t('copiedText') });
    } catch {
      setFailed(true);
      showToast({ kind: 'bad', title: t('copyFailedTitle'), text: t('copyFailedText') });
    }
  };

  if (hasFailed) {
    return (
      <input
        readOnly
        ref={focusInput}
        aria-label={play('linkField')}
        value={link}
        className="entry w-full max-w-xs text-sm"
        onFocus={(event) => event.currentTarget.select()}
      />
    );
  }
  return (
    <button type="button" className="action action-bare" onClick={() => void copy()}>
      <Icon name="link" />
      {children}
    </button>
  );
}

/** The input is selected when it appears, so that one shortcut copies it. */
function focusInput(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
