import {
  ENTRY_FEE_STEP_SUN,
  makeTrx,
  MAX_ENTRY_FEE_SUN,
  MAX_SESSION_NAME,
  MIN_ENTRY_FEE_SUN,
  PLAYER_COUNTS,
  REVENUES,
  TIME_LIMITS_S,
  type PaymentSource,
  type SessionForm,
} from '@popfray/protocol';
import { useId, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTrx } from '../messages/trx.ts';
import { PayChoice } from '../payment/PayChoice.tsx';
import { usePaySource } from '../payment/pay-source.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { findFeeFault, makeForm, readFee, type SessionFields } from './session-form.ts';
import { Terms } from './Terms.tsx';

const POLICIES = Object.values(REVENUES).map(({ policy }) => policy);

/** Makes a session: what it is called, how long it waits, for how many, for how much, and what then follows. */
export function CreateDialog({
  fields,
  onChange,
  onCreate,
  onClose,
}: {
  readonly fields: SessionFields;
  readonly onChange: (fields: SessionFields) => void;
  /** Called with what is to be made, and where its fee is to come from. */
  readonly onCreate: (form: SessionForm, source: PaymentSource) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('sessions.create');
  const trx = useTrx();
  const change = (changed: Partial<SessionFields>): void => onChange({ ...fields, ...changed });
  const { name, timeLimitS, maxPlayers, fee, policy } = fields;
  const feeSun = readFee(fee);
  const fault = findFeeFault(feeSun);
  const form = makeForm(fields);
  const pay = usePaySource(feeSun);
  const left = MAX_SESSION_NAME - name.length;
  const bounds = {
    min: trx.exact(MIN_ENTRY_FEE_SUN),
    max: trx.exact(MAX_ENTRY_FEE_SUN),
    step: trx.exact(ENTRY_FEE_STEP_SUN),
  };
  return (
    <Dialog isOpen title={t('title')} onClose={onClose}>
      <form
        noValidate
        className="mt-4 flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (form !== null) onCreate(form, pay.source);
        }}
      >
        <Field label={t('name')} {...(left <= 10 && { help: t('nameLeft', { left }) })}>
          {(field) => (
            <input
              {...field}
              required
              maxLength={MAX_SESSION_NAME}
              autoComplete="off"
              placeholder={t('namePlaceholder')}
              value={name}
              className="entry w-full"
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field
            label={t('timeLimit')}
            help={t('timeHelp', {
              min: minutesOf(TIME_LIMITS_S[0]),
              max: minutesOf(TIME_LIMITS_S.at(-1) ?? 0),
            })}
          >
            {(field) => (
              <select
                {...field}
                value={timeLimitS}
                className="entry w-full"
                onChange={(event) => change({ timeLimitS: choose(TIME_LIMITS_S, event.target.value) })}
              >
                {TIME_LIMITS_S.map((seconds) => (
                  <option key={seconds} value={seconds}>
                    {t('minutes', { minutes: minutesOf(seconds) })}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={t('maxPlayers')} help={t('maxHelp', { min: PLAYER_COUNTS[0], max: PLAYER_COUNTS.at(-1) ?? 0 })}>
            {(field) => (
              <select
                {...field}
                value={maxPlayers}
                className="entry w-full"
                onChange={(event) => change({ maxPlayers: choose(PLAYER_COUNTS, event.target.value) })}
              >
                {PLAYER_COUNTS.map((count) => (
                  <option key={count} value={count}>
                    {count}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Field
          label={t('fee')}
          help={fault === null ? t('feeHelp', bounds) : t(`feeFault.${fault}`, bounds)}
          isFault={fault !== null}
          badge={
            <span className={`badge text-sm ${feeSun > 0 ? 'text-caution' : 'text-good'}`}>
              {feeSun > 0 ? t('paid') : t('free')}
            </span>
          }
        >
          {(field) => (
            <input
              {...field}
              type="number"
              min="0"
              max={makeTrx(MAX_ENTRY_FEE_SUN)}
              step={makeTrx(ENTRY_FEE_STEP_SUN)}
              inputMode="decimal"
              placeholder={makeTrx(0)}
              value={fee}
              aria-invalid={fault !== null}
              className="entry w-full"
              onChange={(event) => change({ fee: event.target.value })}
            />
          )}
        </Field>
        {feeSun > 0 && fault === null && (
          <>
            <PolicyChoice policy={policy} onChange={(chosen) => change({ policy: chosen })} />
            <Terms terms={{ feeSun, maxPlayers, revenue: REVENUES[policy] }} />
            <PayChoice pay={pay} />
          </>
        )}
        <div className="dialog-end">
          <p className="text-sm text-muted">
            {feeSun === 0 && t('nextFree')}
            {feeSun > 0 && t(pay.source === 'balance' ? 'nextFromBalance' : 'next', { fee: trx.exact(feeSun) })}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <button type="submit" disabled={form === null} className="action action-primary">
              {feeSun > 0 && fault === null ? t('submitPaid', { fee: trx.exact(feeSun) }) : t('submit')}
            </button>
            <button type="button" className="action action-bare" onClick={onClose}>
              {t('cancel')}
            </button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/** A labelled field with a word on it below. */
function Field({
  label,
  help,
  isFault = false,
  badge,
  children,
}: {
  readonly label: string;
  readonly help?: string;
  /** Whether the word says what is wrong. */
  readonly isFault?: boolean;
  /** Beside the label. */
  readonly badge?: ReactNode;
  readonly children: (field: { readonly id: string; readonly 'aria-describedby': string }) => ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {badge}
      </div>
      {children({ id, 'aria-describedby': `${id}-help` })}
      <p id={`${id}-help`} aria-live="polite" className={`mt-1.5 text-sm ${isFault ? 'text-caution' : 'text-muted'}`}>
        {help}
      </p>
    </div>
  );
}

/** Who gets the pool, with the shares of each way. */
function PolicyChoice({
  policy,
  onChange,
}: {
  readonly policy: SessionFields['policy'];
  readonly onChange: (policy: SessionFields['policy']) => void;
}): ReactElement {
  const t = useTranslations('sessions.create');
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{t('policy')}</legend>
      <div className="mode-switch choice records-tabs">
        {POLICIES.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="policy"
              value={choice}
              checked={choice === policy}
              className="sr-only"
              onChange={() => onChange(choice)}
            />
            {t(`policies.${choice}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const SECONDS_A_MINUTE = 60;

const minutesOf = (seconds: number): number => seconds / SECONDS_A_MINUTE;

/** The choice that a field's text stands for. */
function choose<const Choices extends readonly number[]>(choices: Choices, text: string): Choices[number] {
  const chosen = choices.find((choice) => String(choice) === text);
  if (chosen === undefined) throw new Error(`There is no choice ${text}.`);
  return chosen;
}
