import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../shell/Icon.tsx';
import { showToast } from '../shell/toast.ts';
import { useCopy } from '../shell/use-copy.ts';

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
  const { isCopied, copy } = useCopy(text, () =>
    showToast({ kind: 'bad', title: toast('copyFailedTitle'), text: t('copyByHand') }),
  );
  return (
    <button
      type="button"
      aria-label={isCopied ? t('copied') : name}
      title={name}
      className="action action-bare action-icon"
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}
