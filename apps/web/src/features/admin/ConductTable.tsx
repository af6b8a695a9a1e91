import type { ReviewStory, ShareStory } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { FigureCell, Table } from './Table.tsx';

/** Measurements of how a round was played, with the limits beyond which it is held. */
export function ConductTable({
  story,
}: {
  readonly story: Pick<ReviewStory | ShareStory, 'conduct' | 'limits'>;
}): ReactElement {
  const t = useTranslations('desk.review');
  const format = useFormatter();
  const { conduct, limits } = story;
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
      limit: t('belowBoth', { limit: percent(limits.precisePct), time: ms(limits.preciseMs) }),
    },
    {
      suspicion: 'tireless',
      name: t('clicks'),
      value: format.number(conduct.clicks),
      limit: t('above', { limit: format.number(limits.tirelessClicks) }),
    },
  ] as const;
  return (
    <Table
      name={t('conduct')}
      columns={[
        { name: t('measure') },
        { name: t('value'), isFigure: true },
        { name: t('limit') },
        { name: t('verdict') },
      ]}
    >
      {rows.map(({ suspicion, name, value, limit }) => {
        const isPast = conduct.suspicions.includes(suspicion);
        return (
          <tr key={suspicion}>
            <td>{name}</td>
            <FigureCell className={isPast ? 'font-semibold text-caution' : ''}>{value ?? t('unknown')}</FigureCell>
            <td className="text-muted">{limit}</td>
            <td className={isPast ? 'font-semibold text-caution' : 'text-muted'}>{isPast ? t('yes') : t('no')}</td>
          </tr>
        );
      })}
    </Table>
  );
}
