import { useEffect, useRef, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { walletState } from './wallet.ts';

const TITLES = { connect: 'Connect to Sol Arcade?', sign: 'Sign this text?', pay: 'Pay?' } as const;

/** Consequence of an approval, shown before the text. */
const MEANINGS = {
  connect: 'The page will see this address.',
  sign: 'It proves that the address is yours. It costs nothing.',
  pay: 'Play money.',
} as const;

/** The dialog's return value after an approval. */
const APPROVED = 'yes';

/** The wallet's dialog with the exact text of the request. Escape always declines. */
export function WalletDialog(): ReactElement | null {
  const question = useStore(walletState, (state) => state.question);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (question !== null && dialog.current?.open === false) dialog.current.showModal();
  }, [question]);
  if (question === null) return null;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="wallet-title"
      aria-describedby="wallet-meaning"
      onClose={({ currentTarget }) => question.answer(currentTarget.returnValue === APPROVED)}
    >
      <p className="eyebrow">Sol dev wallet · play money</p>
      <h2 id="wallet-title">{TITLES[question.kind]}</h2>
      <p id="wallet-meaning" className="muted">
        {MEANINGS[question.kind]}
      </p>
      <pre>{question.text}</pre>
      <form method="dialog" className="row end">
        <button type="submit">Reject</button>
        <button type="submit" value={APPROVED} className="primary">
          Approve
        </button>
      </form>
    </dialog>
  );
}
