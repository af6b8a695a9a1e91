import type { Blockchain } from '@popfray/protocol';
import type { ReactElement } from 'react';

/** Symbol of a chain with a colour and a shape, and its name for screen readers. */
export const Chain = ({ name }: { readonly name: Blockchain }): ReactElement => (
  <span className="chain" data-chain={name} role="img" aria-label={name.toUpperCase()} />
);
