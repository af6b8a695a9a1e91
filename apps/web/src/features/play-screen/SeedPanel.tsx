import { MAX_SEED_BYTES } from '@popfray/engine';
import { useRound } from '@popfray/react';
import { useId, useState, type SubmitEvent, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { PracticeSession } from '../play/index.ts';
import { parseSeed, type SeedError } from '../../data/links/seed.ts';

/** The seed of the current round, and an input for another one. */
export function SeedPanel({
  session,
  isLocked,
}: {
  readonly session: PracticeSession;
  readonly isLocked: boolean;
}): ReactElement {
  const t = useTranslations('seed');
  const id = useId();
  const played = useRound(session.store, (state) => state.seed);
  const [error, setError] = useState<SeedError | null>(null);
  const isIdle = useRound(session.store, (state) => state.phase === 'idle');
  // Before the start this is the seed of the next round, not of the last one.
  const shown = (isIdle ? session.seed : null) ?? (played === '' ? null : played);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('seed');
    const parsed = parseSeed(typeof text === 'string' ? text : '');
    if ('error' in parsed) {
      setError(parsed.error);
      return;
    }
    setError(null);
    event.currentTarget.reset();
    session.playSeed(parsed.seed);
  };

  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-sm text-muted">{t('title')}</p>
        <p className="break-all font-medium">{shown ?? t('upcoming')}</p>
        {session.seed !== null && (
          <button
            type="button"
            className="min-h-8 text-sm text-muted underline underline-offset-4 hover:text-text"
            onClick={session.clearSeed}
          >
            {t('random')}
          </button>
        )}
      </div>
      <form noValidate className="flex flex-wrap gap-2" onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          {t('label')}
        </label>
        <input
          id={id}
          name="seed"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={t('placeholder')}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
          className="entry min-w-0 flex-[1_1_9rem] xl:w-full xl:flex-none"
        />
        <button type="submit" disabled={isLocked} className="action action-quiet xl:w-full">
          {t('action')}
        </button>
        <p id={`${id}-note`} className={`w-full text-xs ${error === null ? 'text-muted' : 'text-caution'}`}>
          {error === null ? t('hint') : t(error, { max: MAX_SEED_BYTES })}
        </p>
      </form>
    </div>
  );
}
