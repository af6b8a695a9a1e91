import { BOT_SKILL_NAMES } from '@popfray/protocol';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { addBot, type BotSkill } from './actions.ts';
import { Select } from '../../ui/Field.tsx';

/** Adds a practice bot of a chosen skill to a session. */
export function AddBot({ sessionId }: { readonly sessionId: string }): ReactElement {
  const t = useTranslations('room');
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
      <Select
        aria-label={t('botLabel')}
        value={skill}
        options={BOT_SKILL_NAMES.map((value) => ({ value, label: t(`botSkill.${value}`) }))}
        className="rounded-full border-0 bg-raised"
        onChange={setSkill}
      />
      <button type="submit" aria-disabled={isBusy} className="action action-quiet">
        {t('botAdd')}
      </button>
    </form>
  );
}
