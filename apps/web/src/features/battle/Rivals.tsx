import { useRound } from '@popfray/react';
import type { BattleStore } from '@popfray/react/battle';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { Miniature } from './Miniature.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { FollowedText } from '../play/index.ts';

/** With more opponents than this, they are in two rows above the field, and smaller beside it. */
const MANY = 3;

/** Three or more opponents on a phone have the picture above the text; beside the field, one or two have. */
const layoutOf = (count: number): string =>
  count > 2
    ? `max-sm:flex-col max-sm:items-stretch max-sm:gap-1 ${count > MANY ? 'wide:py-1' : ''}`
    : 'wide:flex-col wide:items-stretch upright:in-round:flex-col upright:in-round:items-stretch filled:broad:flex-col';

/**
 * Width of the picture. On an upright phone it fills the room above the field, as far as the height allows, and beside the field that of two leaves room
 * for what is below them.
 */
function pictureOf(count: number): string {
  if (count <= 2)
    return `w-21 ${count === 2 ? 'wide:w-[clamp(5.25rem,(100dvh-34rem)*2/3,100%)]' : 'wide:w-full'} filled:broad:w-full upright:in-round:w-[clamp(5.25rem,(100dvh-75vw-20.5rem)*4/3,100%)]`;
  return `w-21 max-sm:w-full ${count > MANY ? 'wide:w-18' : ''}`;
}

/** The other players with small pictures of their fields, delayed by two seconds: beside the field, or in a row above it. */
export function Rivals({ store }: { readonly store: BattleStore }): ReactElement {
  const t = useTranslations('battle');
  const count = useRound(store, (state) => state.opponents.length);
  return (
    <ul
      aria-label={t('opponents')}
      className={`grid min-w-0 auto-cols-[minmax(0,1fr)] gap-2 [grid-area:rivals] wide:grid-flow-row wide:grid-cols-1 wide:content-start flat:grid-flow-row flat:grid-cols-1 flat:content-start flat:gap-1 filled:broad:grid-flow-row filled:broad:grid-cols-1 filled:broad:content-start upright:in-round:flex-1 upright:in-round:content-center ${
        count > MANY ? 'grid-cols-4 wide:gap-1' : 'grid-flow-col'
      }`}
    >
      {Array.from({ length: count }, (_, at) => (
        <Rival key={at} store={store} at={at} count={count} />
      ))}
    </ul>
  );
}

function Rival({
  store,
  at,
  count,
}: {
  readonly store: BattleStore;
  /** Index of the opponent, which stays the same during a battle. */
  readonly at: number;
  /** Number of opponents. */
  readonly count: number;
}): ReactElement {
  const t = useTranslations('battle');
  const format = useFormatter();
  const place = useRound(store, ({ opponents }) => opponents[at]?.place ?? 0);
  const username = useRound(store, ({ opponents }) => opponents[at]?.username ?? '');
  const blockchain = useRound(store, ({ opponents }) => opponents[at]?.blockchain ?? 'tron');
  const isBot = useRound(store, ({ opponents }) => opponents[at]?.isBot === true);
  const isConnected = useRound(store, ({ opponents }) => opponents[at]?.isConnected === true);
  const hasCombo = useRound(store, ({ opponents }) => (opponents[at]?.combo ?? 0) > 1);
  return (
    <li
      className={`rival flex min-w-0 items-center gap-2.5 rounded-xl bg-surface p-1.5 flat:px-1 flat:py-0.5 ${layoutOf(count)} ${
        isConnected ? '' : 'opacity-70'
      }`}
    >
      <Miniature store={store} place={place} className={`flat:hidden ${pictureOf(count)}`} />
      <div className="min-w-0 flat:flex flat:flex-wrap flat:items-center flat:gap-x-2">
        <p className="flex w-full items-center gap-1.5 text-sm">
          <ChainDot chain={blockchain} />
          <span className="truncate" title={username}>
            {username}
          </span>
        </p>
        <p
          className={`figure mt-1 text-[1.125rem] flat:mt-0 flat:text-[1rem] ${count > MANY ? 'wide:mt-0 wide:text-[1rem]' : ''}`}
        >
          <FollowedText store={store} read={({ opponents }) => format.number(opponents[at]?.score ?? 0)} />
        </p>
        <p className="mt-0.5 flex h-5 items-center gap-1.5 text-xs text-muted">
          {isBot && (
            <Badge look="solid" tone="muted">
              {t('bot')}
            </Badge>
          )}
          {!isConnected && <span className="truncate">{t('away')}</span>}
          {isConnected && hasCombo && (
            <span className="text-caution">
              <FollowedText
                store={store}
                read={({ opponents }) => t('comboShort', { combo: opponents[at]?.combo ?? 0 })}
              />
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
