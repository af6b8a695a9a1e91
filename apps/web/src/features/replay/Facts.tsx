import type { Replay } from '@popfray/engine';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Opening } from './opening.ts';

type Playable = Extract<Opening, { readonly kind: 'valid' | 'wrong' }>;

/** Number of words per input of a replay: time, x, y. */
const INPUT_WORDS = 3;

/** The values that a replay contains. */
export function Facts({ opening }: { readonly opening: Playable }): ReactElement {
  const t = useTranslations('replay.facts');
  const format = useFormatter();
  const rulesName = useRulesName(opening.replay.rulesId);
  const { replay, bytes } = opening;
  const facts: readonly (readonly [term: string, text: string])[] = [
    [opening.kind === 'valid' ? t('score') : t('stated'), format.number(replay.score)],
    [t('rules'), t('rulesValue', { rules: rulesName, version: replay.rulesVersion })],
    typeof replay.entropy === 'string'
      ? [t('seed'), replay.entropy]
      : [t('blocks'), format.number(replay.entropy.length / 4)],
    [t('loadout'), replay.loadout.length === 0 ? t('loadoutNone') : format.list(replay.loadout)],
    [t('inputs'), format.number(replay.inputs.length / INPUT_WORDS)],
    [t('hash'), replay.hash.toString(16).padStart(8, '0')],
    [t('size'), t('sizeValue', { bytes: bytes.length })],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-sm">
      {facts.map(([term, text]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="break-all font-medium tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function useRulesName(id: Replay['rulesId']): string {
  const t = useTranslations('replay.rules');
  if (id === 'free-play') return t('freePlay');
  if (id === 'arena') return t('arena');
  if (id === 'cross-chain') return t('crossChain');
  return id;
}
