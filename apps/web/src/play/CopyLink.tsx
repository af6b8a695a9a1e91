import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../shell/Icon.tsx';
import { showToast } from '../shell/toast.ts';

/** Copies a link. Where the clipboard refuses, shows the link in a field to copy from by hand. */
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
        ref={takeFocus}
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

/** The field comes up selected: one key copies it. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
