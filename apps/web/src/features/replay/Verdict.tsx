import { MAX_REPLAY_BYTES } from '@popfray/engine';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import type { Opening } from './opening.ts';

const TONES = {
  good: { icon: 'check', colour: 'bg-good' },
  bad: { icon: 'cross', colour: 'bg-tron' },
  caution: { icon: 'alert', colour: 'bg-caution' },
} as const;

/** Verification result of a replay: valid, invalid, or unreadable. */
export function Verdict({ opening }: { readonly opening: Opening }): ReactElement {
  const t = useTranslations('replay');
  switch (opening.kind) {
    case 'valid':
      return (
        <Line tone="good" title={t('verdict.valid')}>
          {t('verdict.validText')}
        </Line>
      );
    case 'wrong':
      return (
        <Line tone="bad" title={t('verdict.wrong')} code={opening.error.code}>
          {t('verdict.wrongText')}
        </Line>
      );
    case 'malformed': {
      // Text that is not base64url has no bytes.
      const place = opening.error.code === 'ERR_REPLAY_TEXT' ? 'malformedCharacter' : 'malformedByte';
      return (
        <Line tone="caution" title={t(`verdict.${place}`, { offset: opening.error.offset })} code={opening.error.code}>
          {t('verdict.malformedText')}
        </Line>
      );
    }
    case 'large':
      return (
        <Line tone="caution" title={t('verdict.malformed')}>
          {t('large', { size: opening.sizeBytes, max: MAX_REPLAY_BYTES })}
        </Line>
      );
    case 'unreadable':
      return (
        <Line tone="caution" title={t('verdict.malformed')}>
          {t('unreadable')}
        </Line>
      );
  }
}

function Line({
  tone,
  title,
  code,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly title: string;
  /** Error code of the engine, for reports. */
  readonly code?: string;
  readonly children: ReactNode;
}): ReactElement {
  const { icon, colour } = TONES[tone];
  return (
    <div role={tone === 'good' ? 'status' : 'alert'} className="flex items-start gap-3">
      <span className={`mt-0.5 grid size-7 shrink-0 place-items-center rounded-full text-ink ${colour}`}>
        <Icon name={icon} className="size-4" />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-muted">{children}</p>
        {code !== undefined && <p className="mt-1 font-mono text-xs break-all text-muted">{code}</p>}
      </div>
    </div>
  );
}
