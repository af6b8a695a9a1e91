import type { ReactElement } from 'react';
import { Queries } from '../api/Queries.tsx';
import { OpenPayments } from './OpenPayments.tsx';

/** The payment panel with all that it needs: it is part of no screen, and comes in a chunk of its own. */
export function PaymentPanel(): ReactElement {
  return (
    <Queries>
      <OpenPayments />
    </Queries>
  );
}
