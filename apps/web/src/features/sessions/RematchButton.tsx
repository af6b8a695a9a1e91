import type { PaymentSource, Session } from '@popfray/protocol';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { trx } from '../../data/messages/trx.ts';
import { PayDialog } from '../payments/index.ts';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { rematchSession } from './seat-actions.ts';
import { Terms } from './Terms.tsx';
import '../../ui/screens.css';

/** Button for a rematch with the same terms: proposes it, or accepts a proposal. */
export function RematchButton({
  session: { id, entryFeeSun, maxPlayers, revenueDistribution: revenue, scope },
  isAsked,
}: {
  readonly session: Pick<Session, 'id' | 'entryFeeSun' | 'maxPlayers' | 'revenueDistribution' | 'scope'>;
  /** Whether another player has proposed it. */
  readonly isAsked: boolean;
}): ReactElement {
  const t = useTranslations('sessions.rematch');
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [step, setStep] = useState<'idle' | 'busy' | 'drafted'>('idle');

  const play = async (source?: PaymentSource): Promise<void> => {
    setAsking(false);
    setStep('busy');
    const next = await rematchSession(id, source);
    const isDrafted = next?.status === 'draft' && !next.participants.some(({ status }) => status === 'reserved');
    setStep(isDrafted ? 'drafted' : 'idle');
    if (next !== null && !isDrafted) navigate(`${PATHS.battle}/${next.id}`);
  };

  // Another player's proposal is not paid yet: it is announced when it can be joined.
  if (step === 'drafted' && !isAsked) return <p className="self-center text-sm text-muted">{t('drafted')}</p>;
  const isPaid = entryFeeSun > 0;
  const words = isAsked ? 'join' : 'propose';
  const label = isPaid ? t(`${words}Paid`, { fee: trx.exact(entryFeeSun) }) : t(words);
  return (
    <>
      <button
        type="button"
        disabled={step === 'busy'}
        // A payment is never the button that a hand finds first, and it always asks before anything is paid.
        className={`action ${isPaid ? 'action-quiet' : 'action-primary'}`}
        onClick={() => (isPaid ? setAsking(true) : void play())}
      >
        <Icon name="reset" />
        {step === 'busy' ? t('busy') : label}
      </button>
      {isAsking && (
        <PayDialog
          title={label}
          amountSun={entryFeeSun}
          onPay={(source) => void play(source)}
          onClose={() => setAsking(false)}
        >
          <div className="mt-4">
            <Terms terms={{ feeSun: entryFeeSun, maxPlayers, revenue, scope }} />
          </div>
        </PayDialog>
      )}
    </>
  );
}
