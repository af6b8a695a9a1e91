import { MAX_SESSION_NAME } from '@popfray/protocol';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { hostSession } from '../cross-chain/membership.ts';
import { connect, wallet, walletState } from '../wallet/wallet.ts';

/** Form that creates a free battle on this chain's platform. TRON players see it in their lobby. */
export function HostForm(): ReactElement {
  const address = useStore(walletState, (state) => state.address);
  const [, navigate] = useLocation();
  const [sessionName, setName] = useState('');
  const [maxPlayers, setPlayers] = useState<2 | 4 | 8>(2);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');

  async function create(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (address === null) return connect();
    setBusy(true);
    const hosted = await hostSession({ sessionName, maxPlayers }, wallet, address, `Sol_${address.slice(0, 6)}`);
    setBusy(false);
    setTrouble(hosted.ok ? '' : hosted.message);
    if (hosted.ok) navigate(`/session/${hosted.value.sessionId}`);
  }

  return (
    <form className="host" onSubmit={(event: SubmitEvent<HTMLFormElement>) => void create(event)}>
      <h2>Host a free battle</h2>
      <label>
        Name
        <input
          required
          maxLength={MAX_SESSION_NAME}
          value={sessionName}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label>
        Players
        <select value={maxPlayers} onChange={(event) => setPlayers(Number(event.target.value) as 2 | 4 | 8)}>
          <option value={2}>2</option>
          <option value={4}>4</option>
          <option value={8}>8</option>
        </select>
      </label>
      <button type="submit" className="primary" disabled={isBusy}>
        {isBusy ? 'Creating…' : address === null ? 'Connect the wallet to host' : 'Host it'}
      </button>
      {trouble !== '' && <p role="alert">{trouble}</p>}
    </form>
  );
}
