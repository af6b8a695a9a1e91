import { makeReplayText } from '@popfray/engine';
import { useEffect, useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { makeReplayTarget } from '../../data/links/replay-link.ts';
import { makeRacePath } from '../../data/links/race-link.ts';
import { PATHS } from '../../data/paths.ts';
import { ShareRound } from '../share-card/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast.ts';
import { findBest, MAX_KEPT_ROUNDS, type KeptRound } from './kept-round.ts';
import { keptRounds, type KeptRounds } from './kept-rounds.ts';
import { MAX_ROUNDS_FILE_BYTES, makeRoundsFile, parseRoundsFile } from './rounds-file.ts';
import { Badge } from '../../ui/Badge.tsx';

/** Number of rounds shown before the list is expanded. */
const FIRST_ROUNDS = 8;

/** List of the practice rounds stored in this browser, with their actions. */
export function KeptRoundList({
  kept = keptRounds,
}: {
  /** Rounds provided by the caller. */ readonly kept?: KeptRounds;
}): ReactElement {
  const t = useTranslations('keptRounds');
  const rounds = useStore(kept, (state) => state.rounds);
  const isLasting = useStore(kept, (state) => state.isLasting);
  const [isWhole, setWhole] = useState(false);
  /** Rounds deleted since the list was mounted; each can be restored at its place. */
  const [deleted, setDeleted] = useState<readonly KeptRound[]>([]);
  useEffect(() => void kept.load(), [kept]);

  const remove = (round: KeptRound): void => {
    setDeleted([...deleted, round]);
    void kept.drop(round.id);
  };
  const bringBack = (round: KeptRound): void => {
    setDeleted(deleted.filter(({ id }) => id !== round.id));
    void kept.add([round]);
  };

  const gone = new Set(deleted.map(({ id }) => id));
  const listed = [...(rounds ?? []).filter(({ id }) => !gone.has(id)), ...deleted].toSorted(
    (a, b) => b.playedAtMs - a.playedAtMs,
  );
  const shown = isWhole ? listed : listed.slice(0, FIRST_ROUNDS);
  return (
    <section aria-labelledby="kept-rounds" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="kept-rounds" className="text-xl">
            {t('title')}
          </h2>
          <p className="mt-1 text-sm text-muted">{t('lead', { max: MAX_KEPT_ROUNDS })}</p>
        </div>
        <FileActions kept={kept} rounds={rounds ?? []} />
      </header>
      {!isLasting && (
        <p role="status" className="flex items-start gap-2 text-sm text-caution">
          <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
          {t('fleeting')}
        </p>
      )}
      {rounds === null && (
        <p role="status" className="text-sm text-muted">
          {t('loading')}
        </p>
      )}
      {rounds !== null && listed.length === 0 && (
        <div className="flex flex-col items-start gap-3 rounded-3xl bg-surface p-5 sm:p-8">
          <p className="text-muted">{t('empty')}</p>
          <Link href={PATHS.freePlay} className="action action-quiet">
            <Icon name="play" />
            {t('play')}
          </Link>
        </div>
      )}
      {listed.length > 0 && (
        <ul className="flex flex-col gap-1">
          {shown.map((round) =>
            gone.has(round.id) ? (
              <Deleted key={round.id} onUndo={() => bringBack(round)} />
            ) : (
              <Row
                key={round.id}
                round={round}
                isBest={findBest(rounds ?? [], round.replay.rulesId)?.id === round.id}
                onDelete={() => remove(round)}
              />
            ),
          )}
        </ul>
      )}
      {shown.length < listed.length && (
        <button type="button" className="action action-quiet self-start" onClick={() => setWhole(true)}>
          {t('more', { count: listed.length })}
        </button>
      )}
    </section>
  );
}

const MODES: Readonly<Record<string, 'freePlay' | 'arena' | 'crossChain'>> = {
  'free-play': 'freePlay',
  arena: 'arena',
  'cross-chain': 'crossChain',
};

function Row({
  round,
  isBest,
  onDelete,
}: {
  readonly round: KeptRound;
  readonly isBest: boolean;
  readonly onDelete: () => void;
}): ReactElement {
  const t = useTranslations('keptRounds');
  const format = useFormatter();
  const { replay, bytes, playedAtMs } = round;
  const text = makeReplayText(bytes);
  const when = format.dateTime(playedAtMs, { dateStyle: 'medium', timeStyle: 'short' });
  const about = { score: replay.score, when };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-2xl bg-surface px-4 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex items-center gap-2">
          <span className="figure text-lg">{format.number(replay.score)}</span>
          {isBest && (
            <Badge look="solid" tone="good">
              <Icon name="star" className="size-3" />
              {t('best')}
            </Badge>
          )}
          <span className="truncate font-medium">{t(`mode.${MODES[replay.rulesId] ?? 'other'}`)}</span>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
          <time dateTime={new Date(playedAtMs).toISOString()}>{when}</time>
          {typeof replay.entropy === 'string' && (
            <span className="break-all">{t('seed', { seed: replay.entropy })}</span>
          )}
        </p>
      </div>
      <div className="-mx-2 flex flex-wrap">
        <Link {...makeReplayTarget(text)} aria-label={t('watchOne', about)} className="action action-bare">
          <Icon name="eye" />
          {t('watch')}
        </Link>
        <Link href={makeRacePath(text)} aria-label={t('raceOne', about)} className="action action-bare">
          <Icon name="flag" />
          {t('race')}
        </Link>
        <ShareRound replayText={text} name={t('shareOne', about)} />
        <button
          type="button"
          aria-label={t('deleteOne', about)}
          className="action action-bare action-icon"
          onClick={onDelete}
        >
          <Icon name="bin" />
        </button>
      </div>
    </li>
  );
}

/** Replaces a deleted round with an undo button, which takes the focus of the delete button. */
function Deleted({ onUndo }: { readonly onUndo: () => void }): ReactElement {
  const t = useTranslations('keptRounds');
  return (
    <li className="flex items-center justify-between gap-4 rounded-2xl border border-line px-4 py-2">
      <p role="status" className="text-sm text-muted">
        {t('deleted')}
      </p>
      <button ref={focusButton} type="button" className="action action-bare" onClick={onUndo}>
        <Icon name="reset" />
        {t('undo')}
      </button>
    </li>
  );
}

const focusButton = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true });

/** Exports all rounds to a file and imports rounds from one. */
function FileActions({
  kept,
  rounds,
}: {
  readonly kept: KeptRounds;
  readonly rounds: readonly KeptRound[];
}): ReactElement {
  const t = useTranslations('keptRounds');

  const read = async (file: File): Promise<void> => {
    const nowMs = Date.now();
    const text = file.size > MAX_ROUNDS_FILE_BYTES ? null : await file.text().catch(() => null);
    const found = text === null ? null : parseRoundsFile(text, nowMs);
    if (found === null) {
      showToast({ kind: 'bad', title: t('importFailedTitle'), text: t('importFailedText') });
      return;
    }
    const added = await kept.add(found.rounds);
    showToast({
      kind: added > 0 ? 'good' : 'plain',
      title: t('importedTitle'),
      text: t('importedText', { added, refused: found.refused }),
    });
  };
  const save = (): void =>
    saveFile({
      name: 'popfray-rounds.json',
      content: new Blob([makeRoundsFile(rounds)], { type: 'application/json' }),
    });
  return (
    <div className="flex gap-2">
      <button type="button" disabled={rounds.length === 0} className="action action-quiet" onClick={save}>
        <Icon name="download" />
        {t('export')}
      </button>
      <label className="action action-quiet input-focused:outline-2 input-focused:outline-offset-3">
        {t('import')}
        <input
          type="file"
          accept=".json,application/json"
          className="sr-only"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file !== undefined) void read(file);
          }}
        />
      </label>
    </div>
  );
}
