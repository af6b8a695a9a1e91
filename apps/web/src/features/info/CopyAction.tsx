import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { useCopy } from '../../ui/use-copy.ts';

/** Button that copies a text and confirms it. Where the clipboard refuses, it asks to copy by hand. */
export function CopyAction({
  text,
  name,
  icon = 'copy',
  isBare = false,
}: {
  readonly text: string;
  /** Label of the button. */
  readonly name: string;
  readonly icon?: IconName;
  /** Whether only the icon is visible, and the label is for screen readers. */
  readonly isBare?: boolean;
}): ReactElement {
  const t = useTranslations('info');
  const { isCopied, copy } = useCopy(text, () =>
    showToast({ kind: 'bad', title: t('copyFailedTitle'), text: t('copyFailedText') }),
  );
  const shown = isCopied ? t('copied') : name;
  return (
    <button
      type="button"
      {...(isBare && { 'aria-label': shown, title: name })}
      className={`action ${isBare ? 'action-bare action-icon' : 'action-quiet'}`}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : icon} />
      {!isBare && <span aria-live="polite">{shown}</span>}
    </button>
  );
}
