import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Redirect } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { wasConnected } from '../../data/storage/storage.ts';
import { PATHS } from '../../data/paths.ts';
import { clearDesk } from './queries.ts';

/**
 * Longest time to wait for the sign-in of a previously connected wallet after the page has opened, ms. SPEC section 9: startup connection
 * retries 10 x 500 ms; the rest is for slow machines.
 */
const SIGN_IN_TIMEOUT_MS = 8_000;

/**
 * Shows its children to operators only. Other players are redirected to the first page as soon as the sign-in is known. SPEC section 2,
 * admin dashboard. The server tells with each sign-in whether the player is an operator, and checks it again with every call.
 */
export function OperatorOnly({ children }: { readonly children: ReactNode }): ReactElement {
  const t = useTranslations('desk');
  const player = useAccount((state) => state.player);
  const isComing = useAccount(({ wallet, isSigningIn }) => wallet === 'connecting' || isSigningIn);
  const isGone = useAccount(({ wallet }) => wallet === 'disconnected');
  const [isStarting, setStarting] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setStarting(false), SIGN_IN_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  const isOperator = player?.isOperator === true;
  // Delete the desk's data, so that the next user of the browser cannot see it.
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
