import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from './Icon.tsx';
import { showToast } from './toast.ts';
import { useCopy } from './use-copy.ts';

/** Button that copies a text. Where the clipboard refuses, a toast asks the user to copy by hand. */
export function CopyButton({
  text,
  name,
  isSmall = false,
}: {
  readonly text: string;
  /** Accessible name of the button. */
  readonly name: string;
  /** Whether it stands in a line of text. */
  readonly isSmall?: boolean;
}): ReactElement {
  const t = useTranslations('money');
  const toast = useTranslations('toast');
  const { isCopied, copy } = useCopy(text, () =>
    showToast({ kind: 'bad', title: toast('copyFailedTitle'), text: t('copyByHand') }),
  );
  return (
    <button
      type="button"
      aria-label={isCopied ? t('copied') : name}
      title={name}
      className={`action action-bare action-icon ${isSmall ? 'min-h-7 w-7 flex-none' : ''}`}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'copy'} className={isSmall ? 'size-4' : 'size-5 shrink-0'} />
    </button>
  );
}
