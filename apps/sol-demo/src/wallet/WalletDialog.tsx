import { useEffect, useRef, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { walletState } from './wallet.ts';

const TITLES = { connect: 'Connect to Sol Arcade?', sign: 'Sign this text?', pay: 'Pay?' } as const;

/** The wallet's own window: what it asks, word for word. */
export function WalletDialog(): ReactElement | null {
  const question = useStore(walletState, (state) => state.question);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (question !== null) dialog.current?.showModal();
  }, [question]);
  if (question === null) return null;
  return (
    <dialog
      ref={dialog}
      aria-label={TITLES[question.kind]}
      onCancel={(event) => {
        event.preventDefault();
        question.answer(false);
      }}
    >
      <p className="eyebrow">Sol dev wallet · play money</p>
      <h2>{TITLES[question.kind]}</h2>
      <pre>{question.text}</pre>
      <div className="row end">
        <button type="button" onClick={() => question.answer(false)}>
          Reject
        </button>
        <button type="button" className="primary" onClick={() => question.answer(true)}>
          Approve
        </button>
      </div>
    </dialog>
  );
}
