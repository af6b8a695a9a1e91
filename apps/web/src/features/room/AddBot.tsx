import { BOT_SKILL_NAMES } from '@popfray/protocol';
import { useId, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { addBot, type BotSkill } from './actions.ts';

/** Adds a practice bot of a chosen skill to a session. */
export function AddBot({ sessionId }: { readonly sessionId: string }): ReactElement {
  const t = useTranslations('room');
  const id = useId();
  const [skill, setSkill] = useState<BotSkill>('novice');
  const [isBusy, setBusy] = useState(false);
  return (
    <form
      className="inline-flex rounded-full bg-raised"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        setBusy(true);
        void addBot(sessionId, skill).finally(() => setBusy(false));
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t('botLabel')}
      </label>
      <select
        id={id}
        value={skill}
        className="min-h-11 rounded-full bg-raised pr-2 pl-4.5 text-text"
        onChange={(event) => setSkill(BOT_SKILL_NAMES.find((name) => name === event.currentTarget.value) ?? 'novice')}
      >
        {BOT_SKILL_NAMES.map((name) => (
          <option key={name} value={name}>
            {t(`botSkill.${name}`)}
          </option>
        ))}
      </select>
      <button type="submit" aria-disabled={isBusy} className="action action-quiet">
        {t('botAdd')}
      </button>
    </form>
  );
}
