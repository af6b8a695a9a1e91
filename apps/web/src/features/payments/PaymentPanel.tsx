import type { ReactElement } from 'react';
import { Queries } from '../../data/api/Queries.tsx';
import { OpenPayments } from './OpenPayments.tsx';

/** The payment panel with its providers. It is independent of the screens and has its own chunk. */
export function PaymentPanel(): ReactElement {
  return (
    <Queries>
      <OpenPayments />
    </Queries>
  );
}
