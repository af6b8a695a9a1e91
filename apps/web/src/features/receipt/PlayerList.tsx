import type { Receipt, ReceiptPlayer } from '@popfray/protocol/receipt';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { makeReplayTarget } from '../../data/links/replay-link.ts';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Badge } from '../../ui/Badge.tsx';

/** The players, best first, with links to their replays. */
export function PlayerList({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useTranslations('receipt');
  const ranked = receipt.players.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0) || a.place - b.place);
  return (
    <section aria-labelledby="players">
      <h2 id="players" className="text-xl">
        {t('players')}
      </h2>
      <ol className="mt-4 flex flex-col">
        {ranked.map((player) => (
          <Player key={player.place} player={player} />
        ))}
      </ol>
    </section>
  );
}

function Player({ player }: { readonly player: ReceiptPlayer }): ReactElement {
  const t = useTranslations('receipt');
  const format = useFormatter();
  const { position, username, walletAddress, blockchain, isBot, status, score, popped, bestCombo, replay } = player;
  const how = status === 'finished' ? t('popped', { popped, combo: bestCombo }) : t(`status.${status}`);
  return (
    <li className="flex items-center gap-3 border-t border-line py-3">
      <p className={`figure w-7 text-lg ${position === 1 ? 'text-good' : 'text-muted'}`}>
        {position === null ? '–' : format.number(position)}
      </p>
      <div className="min-w-0 flex-1">
        <p className="flex gap-2 font-semibold">
          <span className="flex h-6 items-center">
            <ChainDot chain={blockchain} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            {username}{' '}
            {isBot && (
              <Badge look="solid" tone="muted">
                {t('bot')}
              </Badge>
            )}
          </span>
        </p>
        <p className="truncate font-mono text-xs text-muted" title={walletAddress}>
          {isBot ? t('noWallet') : walletAddress}
        </p>
        {replay !== null && <p className="text-xs text-muted sm:hidden">{how}</p>}
      </div>
      {replay !== null && (
        <>
          <div className="text-right">
            <p className="figure text-lg">{format.number(score)}</p>
            <p className="text-xs text-muted max-sm:hidden">{how}</p>
          </div>
          <Link
            {...makeReplayTarget(replay)}
            aria-label={t('watch', { name: username })}
            title={t('watch', { name: username })}
            className="action action-quiet action-icon"
          >
            <Icon name="play" />
          </Link>
        </>
      )}
    </li>
  );
}
