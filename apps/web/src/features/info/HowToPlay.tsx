import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS, SOLO_ARENA } from '../../data/paths.ts';
import { FACTS } from './facts.ts';
import { InfoPage, RuleList, Section, SeeAlso } from './InfoPage.tsx';
import { Picture } from './Picture.tsx';
import { trx } from '../../data/messages/trx.ts';
import { aboutQuery } from './server.ts';
import { BULLETS } from './looks.ts';

const SECTIONS = ['basics', 'freePlay', 'arena', 'solo', 'battles', 'upgrades', 'replays', 'tips'] as const;

/** Ids of the sections. */
const ANCHORS: Readonly<Record<(typeof SECTIONS)[number], string>> = {
  basics: 'basics',
  freePlay: 'free-play',
  arena: 'arena',
  solo: 'solo',
  battles: 'battles',
  upgrades: 'upgrades',
  replays: 'replays',
  tips: 'tips',
};

/** The rules of each mode. Every figure is read from the rules. */
export function HowToPlay(): ReactElement {
  const t = useTranslations('howToPlay');
  const link = useTranslations('info.link');
  const heading = (name: (typeof SECTIONS)[number]) => ({ id: ANCHORS[name], title: t(`${name}.title`) });
  return (
    <InfoPage screen={t('screen')} title={t('title')} lead={t('lead', FACTS)} contents={SECTIONS.map(heading)}>
      <Section {...heading('basics')}>
        <p>{t('basics.text', FACTS)}</p>
        <RuleList
          rules={[
            [t('basics.pointer'), t('basics.pointerText')],
            [t('basics.touch'), t('basics.touchText')],
            [t('basics.keyboard'), t('basics.keyboardText')],
          ]}
        />
        <p>
          {t('basics.tutorial')}{' '}
          <Link href={`${PATHS.freePlay}?tutorial`} className="whitespace-nowrap underline underline-offset-4">
            {t('basics.tutorialAction')}
          </Link>
        </p>
      </Section>
      <Section {...heading('freePlay')}>
        <p>{t('freePlay.text')}</p>
        <Picture name="freePlay" />
        <RuleList
          rules={[
            [t('freePlay.size'), t('freePlay.sizeText', FACTS)],
            [t('freePlay.points'), t('freePlay.pointsText', FACTS)],
            [t('freePlay.combo'), t('freePlay.comboText', FACTS)],
            [t('freePlay.spawn'), t('freePlay.spawnText', FACTS)],
            [t('freePlay.level'), t('freePlay.levelText', FACTS)],
          ]}
        />
      </Section>
      <Section {...heading('arena')}>
        <p>{t('arena.text')}</p>
        <Picture name="arena" />
        <RuleList
          rules={[
            [t('arena.points'), t('arena.pointsText', FACTS)],
            [t('arena.boss'), t('arena.bossText', FACTS)],
            [t('arena.combo'), t('arena.comboText', FACTS)],
            [t('arena.speed'), t('arena.speedText', FACTS)],
            [t('arena.spawn'), t('arena.spawnText', FACTS)],
            [t('arena.debounce'), t('arena.debounceText', FACTS)],
          ]}
        />
      </Section>
      <Section {...heading('solo')}>
        <p>{t('solo.text', FACTS)}</p>
        <p>{t('solo.check')}</p>
        <DailyCap />
        <p>{t('solo.withdraw', FACTS)}</p>
      </Section>
      <Section {...heading('battles')}>
        <p>{t('battles.text')}</p>
        <Picture name="battle" />
        <ol className="flex list-decimal flex-col gap-2 pl-5 marker:text-muted">
          <li>{t('battles.create', FACTS)}</li>
          <li>{t('battles.pay', FACTS)}</li>
          <li>{t('battles.ready', FACTS)}</li>
          <li>{t('battles.play', FACTS)}</li>
          <li>{t('battles.end', FACTS)}</li>
        </ol>
        <p>{t('battles.back')}</p>
        <p>{t('battles.bots')}</p>
      </Section>
      <Section {...heading('upgrades')}>
        <p>{t('upgrades.text', FACTS)}</p>
        <p>{t('upgrades.note')}</p>
      </Section>
      <Section {...heading('replays')}>
        <p>{t('replays.text')}</p>
      </Section>
      <Section {...heading('tips')}>
        <ul className={BULLETS}>
          <li>{t('tips.first')}</li>
          <li>{t('tips.second')}</li>
          <li>{t('tips.third', FACTS)}</li>
          <li>{t('tips.fourth')}</li>
          <li>{t('tips.fifth')}</li>
        </ul>
      </Section>
      <SeeAlso
        links={[
          [link('freePlay'), PATHS.freePlay],
          [link('solo'), SOLO_ARENA],
          [link('lobby'), PATHS.lobby],
          [link('walletSetup'), PATHS.walletSetup],
        ]}
      />
    </InfoPage>
  );
}

/** The daily cap of this server; null while it is unknown. */
function DailyCap(): ReactElement | null {
  const t = useTranslations('howToPlay.solo');
  const { data } = useQuery(aboutQuery);
  if (data === undefined) return null;
  return <p>{t('cap', { cap: trx.exact(data.dailyCapSun) })}</p>;
}
