import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon, type IconName } from '../shell/Icon.tsx';
import { showToast } from '../shell/toast.ts';
import { useCopy } from '../shell/use-copy.ts';

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
