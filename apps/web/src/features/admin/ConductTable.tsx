import type { ReviewStory, ShareStory } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Table } from '../../ui/Table.tsx';

/** Look of a value beyond its limit. */
const PAST = 'font-semibold text-caution';

/** Measurements of how a round was played, with the limits that apply to it. */
export function ConductTable({
  story,
}: {
  readonly story: Pick<ReviewStory | ShareStory, 'conduct' | 'hitPct' | 'aimScore' | 'limits'>;
}): ReactElement {
  const t = useTranslations('desk.review');
  const format = useFormatter();
  const { conduct, hitPct, aimScore, limits } = story;
  const ms = (value: number): string => t('ms', { ms: value });
  const percent = (value: number): string => t('percent', { percent: value });
  const rows = [
    {
      suspicion: 'fast',
      name: t('reaction'),
      value: conduct.reactionMedianMs === null ? null : ms(conduct.reactionMedianMs),
      limit: t('below', { limit: ms(limits.fastMs) }),
    },
    {
      suspicion: 'regular',
      name: t('variation'),
      value: conduct.intervalVariationPct === null ? null : percent(conduct.intervalVariationPct),
      limit: t('below', { limit: percent(limits.regularPct) }),
    },
    {
      suspicion: 'precise',
      name: t('offset'),
      value: conduct.aimOffsetPct === null ? null : percent(conduct.aimOffsetPct),
      limit:
        limits.precise === null
          ? t('notApplied')
          : t('belowBoth', { limit: percent(limits.precise.offsetPct), time: ms(limits.precise.reactionMs) }),
    },
    {
      suspicion: 'aimless',
      name: t('landed'),
      value: hitPct === null ? null : percent(hitPct),
      limit: t('belowFrom', { limit: percent(limits.aimless.hitPct), clicks: limits.aimless.fromClicks }),
    },
    {
      suspicion: 'aimless',
      name: t('aimScore'),
      value: aimScore === null ? null : format.number(aimScore),
      limit: t('belowScore', {
        limit: format.number(limits.aimless.doubtful.score),
        share: percent(limits.aimless.doubtful.hitPct),
        clicks: limits.aimless.fromClicks,
      }),
    },
    {
      suspicion: 'tireless',
      name: t('clicks'),
      value: format.number(conduct.clicks),
      limit: t('above', { limit: format.number(limits.tirelessClicks) }),
    },
  ] as const;
  const isPast = ({ suspicion }: (typeof rows)[number]): boolean => conduct.suspicions.includes(suspicion);
  return (
    <Table
      name={t('conduct')}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { name: t('measure'), render: ({ name }) => name },
        {
          name: t('value'),
          isFigure: true,
          className: (row) => (isPast(row) ? PAST : ''),
          render: ({ value }) => value ?? t('unknown'),
        },
        { name: t('limit'), className: 'text-muted', render: ({ limit }) => limit },
        {
          name: t('verdict'),
          className: (row) => (isPast(row) ? PAST : 'text-muted'),
          render: (row) => (isPast(row) ? t('yes') : t('no')),
        },
      ]}
    />
  );
}
