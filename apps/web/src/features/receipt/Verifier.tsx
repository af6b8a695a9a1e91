import type { Receipt } from '@popfray/protocol/receipt';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { verifyInSteps, type Finding } from './verification.ts';

/** Replays the whole battle in the visitor's browser and lists the result of each check. */
export function Verifier({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useTranslations('receipt');
  const [step, setStep] = useState<'idle' | 'running' | 'done'>('idle');
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const verify = async (): Promise<void> => {
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    setStep('running');
    setFindings([]);
    await verifyInSteps(receipt, setFindings, run.signal);
    if (!run.signal.aborted) setStep('done');
  };

  const isGood = findings.every(({ problems }) => problems.length === 0);
  return (
    <section aria-labelledby="verify">
      <h2 id="verify" className="text-xl">
        {t('verify')}
      </h2>
      <p className="mt-3 text-sm text-muted">{t('verifyText')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button
          type="button"
          disabled={step === 'running'}
          className="action action-primary"
          onClick={() => void verify()}
        >
          <Icon name="check" />
          {step === 'running' ? t('verifying') : t('verifyNow')}
        </button>
        <button type="button" className="action action-quiet" onClick={() => download(receipt)}>
          <Icon name="download" />
          {t('download')}
        </button>
      </div>
      {findings.length > 0 && (
        <ul className="mt-5 flex flex-col gap-2 text-sm">
          {findings.map((finding) => (
            <FindingLine key={finding.name} finding={finding} receipt={receipt} />
          ))}
        </ul>
      )}
      <div role="status" className="mt-4">
        {step === 'done' && (
          <p className={`flex items-start gap-2.5 font-semibold ${isGood ? 'text-good' : 'text-caution'}`}>
            <Icon name={isGood ? 'check' : 'alert'} className="size-6 shrink-0" />
            {isGood ? t('verified') : t('notVerified')}
          </p>
        )}
      </div>
      <details className="mt-4 text-sm text-muted">
        <summary className="py-2">{t('terminal')}</summary>
        <p>{t('terminalText')}</p>
        <p className="mt-2 rounded-xl bg-surface px-3 py-2 font-mono text-xs break-all text-text">
          pnpm replay verify-receipt {fileName(receipt)}
        </p>
      </details>
    </section>
  );
}

function FindingLine({ finding, receipt }: { readonly finding: Finding; readonly receipt: Receipt }): ReactElement {
  const t = useTranslations('receipt');
  const { name, count, problems } = finding;
  const isGood = problems.length === 0;
  const nameOf = (userId: string): string =>
    receipt.players.find((player) => player.userId === userId)?.username ?? userId;
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        name={isGood ? 'check' : 'cross'}
        className={`mt-px size-4.5 shrink-0 ${isGood ? 'text-good' : 'text-tron'}`}
      />
      <div className="min-w-0">
        <p>{t(`checks.${name}`, { count })}</p>
        {problems.map(({ userId, text }) => (
          <p key={`${String(userId)} ${text}`} className="mt-0.5 text-caution wrap-anywhere">
            {userId === null ? text : t('problemOf', { name: nameOf(userId), problem: text })}
          </p>
        ))}
      </div>
    </li>
  );
}

const fileName = ({ sessionId }: Receipt): string => `popfray-receipt-${sessionId}.json`;

/** Downloads the receipt as a file. */
const download = (receipt: Receipt): void =>
  saveFile({
    name: fileName(receipt),
    content: new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }),
  });
