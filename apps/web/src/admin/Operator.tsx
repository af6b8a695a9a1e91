import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Redirect } from 'wouter';
import { useAccount } from '../account/account.ts';
import { wasConnected } from '../account/storage.ts';
import { PATHS } from '../routes.ts';
import { clearDesk } from './queries.ts';

/**
 * As long as a wallet that was connected here may take to be there again when the page is opened, ms. SPEC section 9: startup connection
 * retries 10 x 500 ms; the rest is for slow machines.
 */
const STARTUP_MS = 8_000;

/**
 * What only operators see: other players are redirected to the first page, as soon as it is clear who is signed in. SPEC section 2, admin
 * dashboard. The server says with each sign-in whether the player is an operator, and checks it again with every call.
 */
export function Operator({ children }: { readonly children: ReactNode }): ReactElement {
  const t = useTranslations('desk');
  const player = useAccount((state) => state.player);
  const isComing = useAccount(({ wallet, isSigningIn }) => wallet === 'connecting' || isSigningIn);
  const isGone = useAccount(({ wallet }) => wallet === 'disconnected');
  const [isStarting, setStarting] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setStarting(false), STARTUP_MS);
    return () => clearTimeout(timer);
  }, []);
  const isOperator = player?.isOperator === true;
  // Nothing of the desk stays for whoever comes next.
  useEffect(() => (isOperator ? clearDesk : undefined), [isOperator]);
  if (isOperator) return <>{children}</>;
  if (player === null && (isComing || (isGone && isStarting && wasConnected()))) {
    return (
      <p role="status" className="m-auto py-20 text-muted">
        {t('opening')}
      </p>
    );
  }
  return <Redirect to={PATHS.home} replace />;
}
