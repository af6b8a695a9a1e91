import type { ReactElement } from 'react';
import { Link, Route, Switch } from 'wouter';
import { useStore } from 'zustand';
import { Room } from './screens/Room.tsx';
import { Sessions } from './screens/Sessions.tsx';
import { connect, disconnect, walletState } from './wallet/wallet.ts';
import { WalletDialog } from './wallet/WalletDialog.tsx';

/** The front end of the other chain: a list of battles, a room, and the battle. */
export function App(): ReactElement {
  const address = useStore(walletState, (state) => state.address);
  return (
    <>
      <header>
        <Link href="/" className="brand">
          Sol Arcade
        </Link>
        {address === null ? (
          <button type="button" onClick={() => void connect()}>
            Connect wallet
          </button>
        ) : (
          <div className="row">
            <span className="address" title={address}>
              {`${address.slice(0, 6)}…${address.slice(-4)}`}
            </span>
            <button type="button" className="quiet" onClick={disconnect}>
              Disconnect
            </button>
          </div>
        )}
      </header>
      <main>
        <Switch>
          <Route path="/">
            <Sessions />
          </Route>
          <Route path="/session/:id">{({ id }) => <Room key={id} sessionId={id} />}</Route>
          <Route>
            <h1>Page not found</h1>
            <Link href="/">All battles</Link>
          </Route>
        </Switch>
      </main>
      <WalletDialog />
    </>
  );
}
