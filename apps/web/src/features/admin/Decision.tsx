import type { ReviewStory, ShareStory } from '@popfray/protocol/admin';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { Suspicions } from './Suspicions.tsx';
import { useDecisionText } from './use-decision-text.ts';

/** What a player gets or loses by a decision. */
export interface Choice {
  /** In TRX, formatted. */
  readonly amount: string;
  readonly title: string;
  /** The consequences, in paragraphs. */
  readonly text: ReactNode;
  /** Text of the toast after success. */
  readonly done: string;
}

/** The decision on a held round or share, or the buttons to decide. */
export function Decision({
  story,
  payment,
  obstacle = null,
  refusal,
  decide,
}: {
  readonly story: Pick<ReviewStory | ShareStory, 'conduct' | 'decision'>;
  readonly payment: Choice;
  /** Why it cannot be paid at the moment; null when it can. */
  readonly obstacle?: string | null;
  readonly refusal: Choice;
  readonly decide: (verdict: { outcome: 'paid' | 'refused'; reason: string }) => Promise<unknown>;
}): ReactElement {
  const t = useTranslations('desk.review');
  const [asked, setAsked] = useState<'paid' | 'refused' | null>(null);
  const { decision, conduct } = story;
  const decided = useDecisionText(decision, t);
  const close = (): void => setAsked(null);
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        <span className="text-muted">{t('why')}</span>
        <Suspicions suspicions={conduct.suspicions} />
      </p>
      {decided === null ? (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button disabled={obstacle !== null} look="good" size="small" onClick={() => setAsked('paid')}>
            {t('pay', { amount: payment.amount })}
          </Button>
          <Button size="small" onClick={() => setAsked('refused')}>
            {t('refuse')}
          </Button>
          {obstacle !== null && <p className="text-sm text-caution">{obstacle}</p>}
        </div>
      ) : (
        <p role="status" className="mt-3 font-semibold wrap-anywhere">
          {decided}
        </p>
      )}
      {asked === 'paid' && (
        <ConfirmActionDialog
          title={payment.title}
          confirm={t('pay', { amount: payment.amount })}
          decided={decided}
          done={payment.done}
          act={async (reason) => decide({ outcome: 'paid', reason })}
          onClose={close}
        >
          {payment.text}
        </ConfirmActionDialog>
      )}
      {asked === 'refused' && (
        <ConfirmActionDialog
          title={refusal.title}
          confirm={t('refuseConfirm', { amount: refusal.amount })}
          isReasonShown
          isGrave
          decided={decided}
          done={refusal.done}
          act={async (reason) => decide({ outcome: 'refused', reason })}
          onClose={close}
        >
          {refusal.text}
        </ConfirmActionDialog>
      )}
    </div>
  );
}
