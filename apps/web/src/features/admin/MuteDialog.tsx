import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { callDeskApi } from './call-desk-api.ts';
import { Field, Select } from '../../ui/Field.tsx';

/** Durations of a mute, min. */
const MINUTES = { hour: 60, day: 1_440, week: 10_080, month: 43_200, year: 525_600 } as const;
type Span = keyof typeof MINUTES;

const SPANS = Object.keys(MINUTES) as readonly Span[];

/** Asks for confirmation before a player is muted or unmuted in chat. */
export function MuteDialog({
  address,
  name,
  isMuted,
  onClose,
}: {
  readonly address: string;
  readonly name: string;
  readonly isMuted: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('desk.chat');
  const [span, setSpan] = useState<Span>('day');
  const minutes = isMuted ? 0 : MINUTES[span];
  return (
    <ConfirmActionDialog
      title={isMuted ? t('unmuteTitle', { name }) : t('muteTitle', { name })}
      confirm={isMuted ? t('unmuteConfirm') : t('mute')}
      isGrave={!isMuted}
      done={isMuted ? t('unmuteDone') : t('muteDone')}
      act={(reason) => callDeskApi(ADMIN_CALLS.mutePlayer, { body: { address, minutes, reason } })}
      onClose={onClose}
    >
      <p>{isMuted ? t('unmuteText') : t('muteText')}</p>
      {!isMuted && (
        <Field label={t('muteFor')}>
          {(control) => (
            <Select
              {...control}
              value={span}
              options={SPANS.map((value) => ({ value, label: t(`minutes.${value}`) }))}
              onChange={setSpan}
            />
          )}
        </Field>
      )}
    </ConfirmActionDialog>
  );
}
