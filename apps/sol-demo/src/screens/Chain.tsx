import type { Blockchain } from '@popfray/protocol';
import type { ReactElement } from 'react';

/** A chain's mark: its colour and its shape; its name for whoever sees neither. */
export const Chain = ({ name }: { readonly name: Blockchain }): ReactElement => (
  <span className="chain" data-chain={name} role="img" aria-label={name.toUpperCase()} />
);
