import type { PaymentSource, Session, SessionForm } from '@popfray/protocol';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CreateDialog, createSession, type SessionFields, sessionToShare } from '../sessions/index.ts';

/**
 * The button that creates a session, and its dialog. The dialog closes while the wallet asks, and opens again with its fields when that
 * failed.
 */
export function CreateButton({
  newFields,
  isDisabled,
  describedBy,
  className,
  onCreated,
  children,
}: {
  /** Initial values of the form. */
  readonly newFields: SessionFields;
  readonly isDisabled: boolean;
  /** Id of the element that explains why the button is disabled. */
  readonly describedBy: string;
  readonly className: string;
  readonly onCreated: (session: Session) => void;
  /** The button's label. */
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslations('lobby');
  const [fields, setFields] = useState(newFields);
  const [step, setStep] = useState<'closed' | 'open' | 'creating'>('closed');

  const create = async (form: SessionForm, source: PaymentSource): Promise<void> => {
    setStep('creating');
    const session = await createSession(form, source);
    setStep(session === null ? 'open' : 'closed');
    if (session === null) return;
    sessionToShare.setState({ id: session.id });
    onCreated(session);
  };
  return (
    <>
      <button
        type="button"
        disabled={isDisabled || step === 'creating'}
        aria-describedby={describedBy}
        className={className}
        onClick={() => setStep('open')}
      >
        {step === 'creating' ? t('creating') : children}
      </button>
      {step === 'open' && (
        <CreateDialog
          fields={fields}
          onChange={setFields}
          onCreate={(form, source) => void create(form, source)}
          onClose={() => setStep('closed')}
        />
      )}
    </>
  );
}
