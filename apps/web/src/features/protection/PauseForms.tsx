import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Dialog } from '../../ui/Dialog.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { excludeSelf, takeBreak } from './protection.ts';
import { Failure } from './RefusalDialog.tsx';
import '../../ui/screens.css';

/** Offered breaks, days, and self-exclusions, months. */
const BREAKS = ['1', '3', '7', '14', '28', '42'] as const;
const MONTHS_A_YEAR = 12;
const EXCLUSIONS = ['6', '12', '24', '60'] as const;

interface FormProps {
  readonly address: string;
  /** When the one in force ends, epoch ms; null when there is none. */
  readonly until: number | null;
}

/** Begins or extends a break, after a confirmation. */
export function BreakForm({ address, until }: FormProps): ReactElement {
  const t = useTranslations('protection.break');
  const format = useFormatter();
  const [days, setDays] = useState<(typeof BREAKS)[number]>('7');
  const [isAsked, setAsked] = useState(false);
  const taking = useMutation({
    mutationFn: async () => takeBreak(address, Number(days)),
    onSuccess: () => setAsked(false),
  });
  return (
    <div className="mt-4">
      {until !== null && (
        <p className="mb-3 text-caution">
          {t('active', { time: format.dateTime(new Date(until), { dateStyle: 'long', timeStyle: 'short' }) })}
        </p>
      )}
      <Segmented
        legend={t('legend')}
        value={days}
        options={BREAKS.map((value) => ({ value, label: t('days', { days: Number(value) }) }))}
        onChange={setDays}
      />
      <button
        type="button"
        className="action action-quiet mt-4"
        onClick={() => {
          taking.reset();
          setAsked(true);
        }}
      >
        {t(until === null ? 'start' : 'extend')}
      </button>
      {isAsked && (
        <Dialog
          isOpen
          title={t('confirmTitle', { days: Number(days) })}
          description={t('confirmText')}
          onClose={() => setAsked(false)}
        >
          <Failure error={taking.error} />
          <div className="mt-5 flex flex-wrap gap-2">
            <button
              type="button"
              disabled={taking.isPending}
              className="action action-primary"
              onClick={() => taking.mutate()}
            >
              {t('confirm')}
            </button>
            <button type="button" className="action action-quiet" onClick={() => setAsked(false)}>
              {t('cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** Begins or extends a self-exclusion. It cannot be undone, so the player has to confirm that first. */
export function ExclusionForm({ address, until }: FormProps): ReactElement {
  const t = useTranslations('protection.exclusion');
  const format = useFormatter();
  const id = useId();
  const lengthOf = (value: string): string => {
    const count = Number(value);
    return count % MONTHS_A_YEAR === 0 ? t('years', { years: count / MONTHS_A_YEAR }) : t('months', { months: count });
  };
  const [months, setMonths] = useState<(typeof EXCLUSIONS)[number]>('6');
  const [isAsked, setAsked] = useState(false);
  const [isSure, setSure] = useState(false);
  const excluding = useMutation({
    mutationFn: async () => excludeSelf(address, Number(months)),
    onSuccess: () => setAsked(false),
  });
  return (
    <div className="mt-4">
      {until !== null && (
        <p className="mb-3 text-caution">
          {t('active', { time: format.dateTime(new Date(until), { dateStyle: 'long', timeStyle: 'short' }) })}
        </p>
      )}
      <Segmented
        legend={t('legend')}
        value={months}
        options={EXCLUSIONS.map((value) => ({ value, label: lengthOf(value) }))}
        onChange={setMonths}
      />
      <button
        type="button"
        className="action action-danger mt-4"
        onClick={() => {
          setSure(false);
          excluding.reset();
          setAsked(true);
        }}
      >
        {t(until === null ? 'start' : 'extend')}
      </button>
      {isAsked && (
        <Dialog
          isOpen
          title={t('confirmTitle', { length: lengthOf(months) })}
          description={t('confirmText')}
          onClose={() => setAsked(false)}
        >
          <label htmlFor={id} className="mt-4 flex items-start gap-3">
            <input
              id={id}
              type="checkbox"
              checked={isSure}
              className="mt-1 size-5 shrink-0"
              onChange={(event) => setSure(event.currentTarget.checked)}
            />
            <span>{t('sure')}</span>
          </label>
          <Failure error={excluding.error} />
          <div className="mt-5 flex flex-wrap gap-2">
            <button
              type="button"
              disabled={!isSure || excluding.isPending}
              className="action action-danger"
              onClick={() => excluding.mutate()}
            >
              {t('confirm')}
            </button>
            <button type="button" className="action action-quiet" onClick={() => setAsked(false)}>
              {t('cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
