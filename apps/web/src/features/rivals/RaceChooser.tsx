import { verifyReplay, parseReplayText } from '@popfray/engine';
import { useRound } from '@popfray/react';
import { useEffect, useEffectEvent, useRef, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { findBest, readRound, keptRounds } from '../kept-rounds/index.ts';
import { type PracticeSession, BOT_LEVELS, makeRival, type BotLevel, type RivalKind } from '../play/index.ts';
import { makePracticeRacePath, readRace, whyNotRaceable } from '../../data/links/race-link.ts';
import { showToast } from '../../ui/toast.ts';
import { Field, Select } from '../../ui/Field.tsx';

/** The bots are in a separate chunk, because most players do not race them. */
const importBots = () => import('./bot-rival.ts');

const isBotLevel = (kind: string): kind is BotLevel => BOT_LEVELS.some((level) => level === kind);

/** Choice of the rival: none, the own best round, a bot, or the round in the address. */
export function RaceChooser({
  session,
  isAsked,
}: {
  readonly session: PracticeSession;
  /** Whether it was opened by a button, whose focus it takes. */
  readonly isAsked: boolean;
}): ReactElement {
  const t = useTranslations('race');
  const { store, rules, rival } = session;
  const isPlaying = useRound(store, ({ phase }) => phase === 'running' || phase === 'paused');
  const best = useStore(keptRounds, ({ rounds }) => (rounds === null ? null : findBest(rounds, rules.id)));
  useRivalFromAddress(session);

  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isAsked) select.current?.focus();
  }, [isAsked]);
  useEffect(() => void keptRounds.load(), []);

  // A new best is raced from the next round.
  const follow = useEffectEvent(() => {
    if (rival?.kind === 'best') session.chooseRival(best && makeRival('best', best.replay));
  });
  useEffect(() => follow(), [best]);

  const choose = async (kind: string): Promise<void> => {
    if (kind === 'best') session.chooseRival(best && makeRival('best', best.replay));
    else if (isBotLevel(kind)) {
      try {
        const { makeBotRival } = await importBots();
        session.chooseRival(makeBotRival(kind, rules));
      } catch {
        showToast({ kind: 'bad', title: t('failed.title'), text: t('failed.bots') });
      }
    } else if (kind === '') session.chooseRival(null);
  };

  const kinds: readonly RivalKind[] = [
    ...(best === null ? [] : (['best'] as const)),
    ...BOT_LEVELS,
    ...(rival?.kind === 'friend' || rival?.kind === 'own' ? [rival.kind] : []),
  ];
  return (
    <Field label={t('choose')} note={rival === null ? t('hint') : t('hintRacing')} className="max-w-xs">
      {(control) => (
        <Select
          {...control}
          ref={select}
          value={rival?.kind ?? ''}
          disabled={isPlaying || session.awaitsRival}
          options={[
            { value: '', label: t('noRival') },
            ...kinds.map((value) => ({
              value,
              label: value === 'best' && best !== null ? t('bestOf', { score: best.replay.score }) : t(`name.${value}`),
            })),
          ]}
          onChange={(kind) => void choose(kind)}
        />
      )}
    </Field>
  );
}

/** Selects the rival whose replay is in the address, or shows an error. */
function useRivalFromAddress({ rules, chooseRival, store }: PracticeSession): void {
  const t = useTranslations('race.failed');
  const [, navigate] = useLocation();
  const read = useEffectEvent(() => {
    const text = readRace(location.hash);
    if (text === null) return;
    const fail = (reason: string): void => {
      chooseRival(null);
      showToast({ kind: 'bad', title: t('title'), text: reason });
    };
    const bytes = parseReplayText(text);
    if (!bytes.ok) return fail(t('false'));
    const verified = verifyReplay(bytes.value);
    if (!verified.ok) return fail(t('false'));
    const { replay } = verified.value;
    const reason = whyNotRaceable(replay);
    if (reason !== null) return fail(t(reason));
    const path = makePracticeRacePath(text, replay.rulesId);
    // The replay has the rules of the other practice screen: open the race there.
    if (replay.rulesId !== rules.id && path !== null) return navigate(path, { replace: true });
    // A link opened during a round applies to the next round.
    if (store.getState().phase === 'over') store.reset();
    return void rivalKindOf(bytes.value, rules.id).then((kind) => chooseRival(makeRival(kind, replay)));
  });
  useEffect(() => {
    read();
    const changed = (): void => read();
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
}

/** Kind of rival for a replay: a round stored in this browser is the player's own. */
async function rivalKindOf(bytes: Uint8Array, rulesId: string): Promise<RivalKind> {
  await keptRounds.load();
  const rounds = keptRounds.getState().rounds ?? [];
  const id = readRound(bytes, 0)?.id;
  if (findBest(rounds, rulesId)?.id === id) return 'best';
  return rounds.some((round) => round.id === id) ? 'own' : 'friend';
}
