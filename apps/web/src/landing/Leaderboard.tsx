import { useState, type ReactElement } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useAccount } from '../account/account.ts';
import { usePolled } from '../api/polled.ts';
import { writeAmount } from './amount.ts';
import { leaderboard, type Place } from './leaderboard.ts';

/** Rows shown before somebody asks for more. */
const FEW = 10;

/** The networks one can choose among. */
const NETWORKS = ['all', 'tron', 'sol'] as const;
type Network = (typeof NETWORKS)[number];

/** Gold, silver and bronze. SPEC section 2, leaderboard. */
const MEDALS: Readonly<Record<number, string>> = { 1: 'bg-gold', 2: 'bg-silver', 3: 'bg-bronze' };

/** The best players, of all networks or of one. */
export function Leaderboard(): ReactElement {
  const t = useTranslations('leaderboard');
  const { value: places, hasFailed } = usePolled(leaderboard);
  const [network, setNetwork] = useState<Network>('all');
  return (
    <section id="leaderboard" className="min-w-0" aria-busy={places === null && !hasFailed}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-xl md:text-2xl">{t('title')}</h2>
          <p className="mt-1 text-sm text-muted">{t('note')}</p>
        </div>
        <NetworkFilter network={network} onChange={setNetwork} />
      </div>
      <div className="mt-5 rounded-3xl bg-surface p-2 sm:p-4">
        {places === null ? (
          <p role="status" className="px-3 py-16 text-center text-muted">
            {hasFailed ? t('failed') : t('loading')}
          </p>
        ) : (
          <Places key={network} places={places} network={network} />
        )}
        {places !== null && hasFailed && (
          <p role="status" className="px-3 py-2 text-sm text-caution">
            {t('stale')}
          </p>
        )}
      </div>
    </section>
  );
}

function NetworkFilter({
  network,
  onChange,
}: {
  readonly network: Network;
  readonly onChange: (network: Network) => void;
}): ReactElement {
  const t = useTranslations('leaderboard');
  return (
    <fieldset className="network-filter">
      <legend className="sr-only">{t('filter')}</legend>
      {NETWORKS.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="leaderboard-network"
            value={choice}
            checked={choice === network}
            className="sr-only"
            onChange={() => onChange(choice)}
          />
          {t(`networks.${choice}`)}
        </label>
      ))}
    </fieldset>
  );
}

function Places({ places, network }: { readonly places: readonly Place[]; readonly network: Network }): ReactElement {
  const t = useTranslations('leaderboard');
  const [isWhole, setWhole] = useState(false);
  const own = useAccount(({ player }) => player?.address ?? null);
  const those = network === 'all' ? places : places.filter(({ blockchain }) => blockchain === network);
  if (those.length === 0)
    return <p className="px-3 py-16 text-center text-muted">{places.length === 0 ? t('empty') : t('emptyNetwork')}</p>;
  return (
    <>
      <table className="w-full table-fixed text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col" className="w-12 px-2 py-2 font-medium sm:w-16 sm:px-3">
              {t('rank')}
            </th>
            <th scope="col" className="px-2 py-2 font-medium sm:px-3">
              {t('player')}
            </th>
            <th scope="col" className="w-28 px-3 py-2 font-medium max-sm:hidden">
              {t('network')}
            </th>
            <th scope="col" className="w-24 px-2 py-2 text-right font-medium sm:w-36 sm:px-3">
              {t('earnings')}
            </th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? those : those.slice(0, FEW)).map((place) => (
            <Row key={`${place.blockchain} ${place.walletAddress}`} place={place} isOwn={place.walletAddress === own} />
          ))}
        </tbody>
      </table>
      {those.length > FEW && (
        <button
          type="button"
          className="action action-bare mx-auto mt-1 flex"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('fewer') : t('more', { count: those.length })}
        </button>
      )}
    </>
  );
}

function Row({ place, isOwn }: { readonly place: Place; readonly isOwn: boolean }): ReactElement {
  const t = useTranslations('leaderboard');
  const locale = useLocale();
  const { rank, name, blockchain, gamesWon, gamesPlayed, winRate, earnings } = place;
  const medal = MEDALS[rank];
  const isTron = blockchain === 'tron';
  return (
    <tr className={`border-t border-line/60 align-top ${isOwn ? 'bg-raised' : ''}`}>
      <td className="px-2 py-2.5 sm:px-3">
        <span
          className={`figure inline-grid h-7 min-w-7 place-items-center rounded-full px-1.5 text-xs ${medal === undefined ? 'text-muted' : `text-ink ${medal}`}`}
        >
          {rank}
        </span>
      </td>
      <th scope="row" className="px-2 py-2.5 font-normal sm:px-3">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{name}</bdi>
          {isOwn && <span className="text-sm font-semibold text-good">{t('you')}</span>}
        </span>
        <span className="block text-sm text-muted tabular-nums">
          {t('record', { won: gamesWon, played: gamesPlayed, rate: winRate })}
        </span>
        {/* A small window has no column for it. */}
        <span className="mt-1 block sm:hidden">
          <NetworkName blockchain={blockchain} />
        </span>
      </th>
      <td className="px-3 py-3 max-sm:hidden">
        <NetworkName blockchain={blockchain} />
      </td>
      <td className="px-2 py-3 text-right text-sm font-semibold tabular-nums [overflow-wrap:anywhere] sm:px-3 sm:text-base">
        {t('amount', { amount: writeAmount(locale, earnings), unit: isTron ? 'TRX' : 'SOL' })}
      </td>
    </tr>
  );
}

/** Upper case, in the colour of the chain. */
function NetworkName({ blockchain }: { readonly blockchain: string }): ReactElement {
  const colour = blockchain === 'tron' ? 'border-tron/60 text-tron' : 'border-chain/60 text-chain';
  return (
    <span className={`rounded-full border px-2 py-0.5 text-xs font-semibold [overflow-wrap:anywhere] ${colour}`}>
      {blockchain.toUpperCase()}
    </span>
  );
}
