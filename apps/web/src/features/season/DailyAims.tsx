import type { MySeason, Quest } from '@popfray/protocol';
import type { CSSProperties, ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useNow } from '../../data/api/clock.ts';
import { Icon } from '../../ui/Icon.tsx';
import '../../ui/screens.css';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The streak of days and the quests of today. */
export function DailyAims({ streak, quests }: Pick<MySeason, 'streak' | 'quests'>): ReactElement {
  const t = useTranslations('season');
  const nowMs = useNow(MINUTE_MS);
  return (
    <>
      <div className="mt-3 flex items-center gap-3">
        <Icon name="bolt" className={`size-6 shrink-0 ${streak.hasPlayedToday ? 'text-caution' : 'text-muted'}`} />
        <div>
          <p className="font-semibold">{t('streak.days', { days: streak.days })}</p>
          <p className="text-sm text-muted">
            {t(streak.hasPlayedToday ? 'streak.played' : streak.days > 0 ? 'streak.open' : 'streak.none')}
            {streak.best > streak.days && ` ${t('streak.best', { days: streak.best })}`}
          </p>
        </div>
      </div>
      <div className="mt-4 flex items-baseline justify-between gap-3">
        <h3 className="text-sm font-semibold">{t('quests.title')}</h3>
        <span className="text-sm text-muted tabular-nums">
          {t('quests.left', { hours: Math.max(0, Math.ceil((quests.endsAt - nowMs) / HOUR_MS)) })}
        </span>
      </div>
      <ul className="mt-2 flex flex-col gap-3">
        {quests.quests.map((quest) => (
          <QuestRow key={quest.kind} quest={quest} />
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">{t('quests.complete', { days: quests.completeDays })}</p>
    </>
  );
}

function QuestRow({ quest: { kind, target, progress } }: { readonly quest: Quest }): ReactElement {
  const t = useTranslations('season.quests');
  const isDone = progress >= target;
  const style: CSSProperties = { transform: `scaleX(${String(progress / target)})` };
  return (
    <li>
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <span className={isDone ? 'text-good' : ''}>{t(`kinds.${kind}`, { target })}</span>
        <span className="flex shrink-0 items-center gap-1.5 tabular-nums">
          {isDone && <Icon name="check" className="size-4 text-good" />}
          {t('progress', { progress, target })}
        </span>
      </p>
      <div aria-hidden="true" className="mt-1.5 h-1 overflow-hidden rounded-full bg-line">
        <div style={style} className={`h-full origin-left ${isDone ? 'bg-good' : 'bg-caution'}`} />
      </div>
    </li>
  );
}
