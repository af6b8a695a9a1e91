import {
  ENTRY_FEE_STEP_SUN,
  makeTrx,
  MAX_ENTRY_FEE_SUN,
  MAX_SESSION_NAME,
  MIN_ENTRY_FEE_SUN,
  newRevenue,
  REVENUES,
  TIME_LIMITS_S,
  type PaymentSource,
  type SessionForm,
} from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { PayChoice, usePaySource } from '../payments/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { EntryNotices } from './EntryNotices.tsx';
import { validateFee, makeForm, playerCountsOf, parseFee, withMode, type SessionFields } from './session-form.ts';
import { Terms, useShares } from './Terms.tsx';
import { DialogEnd } from '../../ui/DialogEnd.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Field, Input, Select } from '../../ui/Field.tsx';
import '../../ui/screens.css';

const POLICIES = Object.values(REVENUES).map(({ policy }) => policy);
/** Modes of a local game. SPEC section 9, entry fees by mode. */
const MODES = ['classic', 'cross-chain-battle'] as const;

/** Dialog that creates a session: name, time limit, number of players, entry fee, and the resulting terms. */
export function CreateDialog({
  fields,
  onChange,
  onCreate,
  onClose,
}: {
  readonly fields: SessionFields;
  readonly onChange: (fields: SessionFields) => void;
  /** Called with the form and the payment source. */
  readonly onCreate: (form: SessionForm, source: PaymentSource) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('sessions.create');
  const shares = useShares();
  const change = (changed: Partial<SessionFields>): void => onChange({ ...fields, ...changed });
  const { scope, gameMode, name, timeLimitS, maxPlayers, fee, policy } = fields;
  const isLocal = scope === 'local';
  const counts = playerCountsOf(scope);
  const feeSun = parseFee(fee);
  const fault = validateFee(feeSun);
  const form = makeForm(fields);
  const pay = usePaySource(feeSun);
  const recipient = useAccount(({ platform }) => platform?.otherChainPrizeTo ?? 'house');
  const revenue = newRevenue(policy, recipient);
  const left = MAX_SESSION_NAME - name.length;
  const bounds = {
    min: trx.exact(MIN_ENTRY_FEE_SUN),
    max: trx.exact(MAX_ENTRY_FEE_SUN),
    step: trx.exact(ENTRY_FEE_STEP_SUN),
  };
  return (
    <Dialog isOpen title={t(isLocal ? 'titleLocal' : 'title')} onClose={onClose}>
      <form
        noValidate
        className="mt-3 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (form !== null) onCreate({ ...form, policyVersion: revenue.version }, pay.source);
        }}
      >
        {isLocal ? (
          <Segmented
            layout="compact"
            legend={t('mode')}
            isLegendShown
            options={MODES.map((value) => ({ value, label: t(`modes.${value}`) }))}
            value={gameMode}
            onChange={(mode) => onChange(withMode(fields, mode))}
          />
        ) : (
          <Field label={t('name')} note={left <= 10 && t('nameLeft', { left })}>
            {(control) => (
              <Input
                {...control}
                required
                maxLength={MAX_SESSION_NAME}
                placeholder={t('namePlaceholder')}
                value={name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
        )}
        <div className="grid grid-cols-2 gap-4">
          <Field
            label={t('timeLimit')}
            note={t('timeHelp', { min: minutesOf(TIME_LIMITS_S[0]), max: minutesOf(TIME_LIMITS_S.at(-1) ?? 0) })}
          >
            {(control) => (
              <Select
                {...control}
                value={timeLimitS}
                options={TIME_LIMITS_S.map((value) => ({ value, label: t('minutes', { minutes: minutesOf(value) }) }))}
                onChange={(seconds) => change({ timeLimitS: seconds })}
              />
            )}
          </Field>
          <Field label={t('maxPlayers')} note={t('maxHelp', { min: counts[0] ?? 0, max: counts.at(-1) ?? 0 })}>
            {(control) => (
              <Select
                {...control}
                value={maxPlayers}
                options={counts.map((value) => ({ value, label: String(value) }))}
                onChange={(count) => change({ maxPlayers: count })}
              />
            )}
          </Field>
        </div>
        <Field
          label={t('fee')}
          note={t('feeHelp', bounds)}
          error={fault !== null && t(`feeFault.${fault}`, bounds)}
          aside={
            <Badge tone={feeSun > 0 ? 'caution' : 'good'} className="text-sm">
              {feeSun > 0 ? t('paid') : t('free')}
            </Badge>
          }
        >
          {(control) => (
            <Input
              {...control}
              type="number"
              min="0"
              max={makeTrx(MAX_ENTRY_FEE_SUN)}
              step={makeTrx(ENTRY_FEE_STEP_SUN)}
              inputMode="decimal"
              placeholder={makeTrx(0)}
              value={fee}
              onChange={(event) => change({ fee: event.target.value })}
            />
          )}
        </Field>
        {feeSun > 0 && fault === null && (
          <>
            <PayChoice pay={pay} />
            <EntryNotices feeSun={feeSun} />
            <Segmented
              layout="compact"
              legend={t('policy')}
              isLegendShown
              options={POLICIES.map((value) => ({ value, label: t(`policies.${value}`) }))}
              value={policy}
              onChange={(choice) => change({ policy: choice })}
            />
            <Terms terms={{ feeSun, maxPlayers, revenue, scope }} />
          </>
        )}
        <DialogEnd>
          {/* Always in view: the distribution is known before anything is paid. */}
          {feeSun > 0 && fault === null && (
            <p className="mb-1 text-sm font-semibold">
              {t('gets', { pool: trx.exact(feeSun * maxPlayers), shares: shares(revenue) })}
            </p>
          )}
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
        </DialogEnd>
      </form>
    </Dialog>
  );
}

const SECONDS_A_MINUTE = 60;

const minutesOf = (seconds: number): number => seconds / SECONDS_A_MINUTE;
