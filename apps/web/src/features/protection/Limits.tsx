import { LIMIT_KINDS, LIMIT_RAISE_MS, makeTrx, type PlayerLimit, type Protection } from '@popfray/protocol';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { parseLimit, setLimit } from './protection.ts';
import { Failure } from './RefusalDialog.tsx';
import { Field, Input } from '../../ui/Field.tsx';
import '../../ui/screens.css';

const HOUR_MS = 3_600_000;

/** The limits of the player: what is in force, what was counted, and what is planned. */
export function Limits({ address, state }: { readonly address: string; readonly state: Protection }): ReactElement {
  const t = useTranslations('protection.limits');
  const [changed, setChanged] = useState<PlayerLimit | null>(null);
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="text-xl">{t('title')}</h2>
      <p className="mt-2 text-muted">{t('text', { hours: LIMIT_RAISE_MS / HOUR_MS })}</p>
      {LIMIT_KINDS.map((kind) => (
        <div key={kind} className="mt-5">
          <h3 className="text-base">{t(`kind.${kind}`)}</h3>
          <p className="mt-1 text-sm text-muted">{t(`counts.${kind}`)}</p>
          <ul className="mt-3 grid gap-3 sm:grid-cols-3">
            {state.limits
              .filter((limit) => limit.kind === kind)
              .map((limit) => (
                <LimitCard key={limit.period} limit={limit} onChange={() => setChanged(limit)} />
              ))}
          </ul>
        </div>
      ))}
      {changed !== null && <LimitDialog address={address} limit={changed} onClose={() => setChanged(null)} />}
    </section>
  );
}

function LimitCard({ limit, onChange }: { readonly limit: PlayerLimit; readonly onChange: () => void }): ReactElement {
  const t = useTranslations('protection.limits');
  const format = useFormatter();
  const time = (ms: number): string => format.dateTime(new Date(ms), { dateStyle: 'medium', timeStyle: 'short' });
  const { kind, period, amountSun, next, usedSun, resetsAt } = limit;
  const used = Math.max(0, usedSun);
  return (
    <li className="flex flex-col items-start rounded-2xl bg-surface p-4">
      <p className="text-sm text-muted">{t(`period.${period}`)}</p>
      <p className="text-lg font-semibold tabular-nums">
        {amountSun === null ? t('none') : t('amount', { amount: trx.exact(amountSun) })}
      </p>
      <p className="mt-1 text-sm text-muted">{t(`used.${kind}`, { amount: trx.exact(used) })}</p>
      <p className="mt-1 text-sm text-muted">{t('resets', { time: time(resetsAt) })}</p>
      {next !== null && (
        <p className="mt-2 text-sm text-caution">
          {next.amountSun === null
            ? t('removedAt', { time: time(next.at) })
            : t('raisedAt', { amount: trx.exact(next.amountSun), time: time(next.at) })}
        </p>
      )}
      <div className="mt-auto pt-3">
        <button
          type="button"
          className="action action-quiet"
          aria-label={t(amountSun === null ? 'setLabel' : 'changeLabel', {
            kind: t(`kind.${kind}`),
            period: t(`period.${period}`),
          })}
          onClick={onChange}
        >
          {amountSun === null ? t('set') : t('change')}
        </button>
      </div>
    </li>
  );
}

/** Asks for the amount of a limit. It says when the amount will be in force. */
function LimitDialog({
  address,
  limit,
  onClose,
}: {
  readonly address: string;
  readonly limit: PlayerLimit;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('protection.limits');
  const { kind, period, amountSun } = limit;
  const [text, setText] = useState(amountSun === null ? '' : makeTrx(amountSun));
  const [isFault, setFault] = useState(false);
  const saving = useMutation({
    mutationFn: async (wantedSun: number | null) => setLimit(address, { kind, period, amountSun: wantedSun }),
    onSuccess: onClose,
  });
  const wanted = parseLimit(text);
  const isLater = amountSun !== null && wanted !== null && wanted > amountSun;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setFault(wanted === null);
    if (wanted !== null && !saving.isPending) saving.mutate(wanted);
  };
  const explain = (): string => {
    if (isFault) return t('invalid');
    return isLater ? t('later', { hours: LIMIT_RAISE_MS / HOUR_MS }) : t('atOnce');
  };
  return (
    <Dialog
      isOpen
      title={t('dialog', { kind: t(`kind.${kind}`), period: t(`period.${period}`) })}
      description={t(`counts.${kind}`)}
      onClose={onClose}
    >
      <form noValidate className="mt-5" onSubmit={submit}>
        <Field label={t('field')} note={explain()} error={isFault && explain()}>
          {(control) => (
            <Input
              {...control}
              size="amount"
              value={text}
              inputMode="decimal"
              onChange={(event) => {
                setText(event.currentTarget.value);
                setFault(false);
              }}
            />
          )}
        </Field>
        <Failure error={saving.error} />
        <div className="mt-5 flex flex-wrap gap-2">
          <button type="submit" disabled={saving.isPending} className="action action-primary">
            {t('save')}
          </button>
          {amountSun !== null && (
            <button
              type="button"
              disabled={saving.isPending}
              className="action action-quiet"
              onClick={() => saving.mutate(null)}
            >
              {t('remove', { hours: LIMIT_RAISE_MS / HOUR_MS })}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
