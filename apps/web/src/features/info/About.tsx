import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { networkName } from '../../data/account/network-name.ts';
import { PATHS } from '../../data/paths.ts';
import { FACTS } from './facts.ts';
import { InfoPage, RuleList, Section, SeeAlso } from './InfoPage.tsx';
import { Picture } from './Picture.tsx';
import { aboutQuery, platformQuery } from './server.ts';
import { Table } from '../../ui/Table.tsx';

const SECTIONS = ['what', 'fair', 'money', 'chains', 'open', 'server'] as const;

/** About the product: why its scores can be trusted, and how its money is distributed. */
export function About(): ReactElement {
  const t = useTranslations('about');
  const link = useTranslations('info.link');
  return (
    <InfoPage
      screen={t('screen')}
      title={t('title')}
      lead={t('lead')}
      contents={SECTIONS.map((id) => ({ id, title: t(`${id}.title`) }))}
    >
      <Section id="what" title={t('what.title')}>
        <p>{t('what.text', FACTS)}</p>
        <p>{t('what.more')}</p>
        <Picture name="arena" />
      </Section>
      <Section id="fair" title={t('fair.title')}>
        <p>{t('fair.text')}</p>
        <p>{t('fair.more')}</p>
      </Section>
      <Section id="money" title={t('money.title')}>
        <p>{t('money.text')}</p>
        <Shares />
        <p>{t('money.more')}</p>
        <p>{t('money.ledger')}</p>
        <Picture name="profile" />
      </Section>
      <Section id="chains" title={t('chains.title')}>
        <p>{t('chains.text', FACTS)}</p>
        <Picture name="lobby" />
      </Section>
      <Section id="open" title={t('open.title')}>
        <p>{t('open.text')}</p>
        <p>
          {/* A page of the server, which the router does not handle. */}
          <a href="/api/docs" className="underline underline-offset-4">
            {link('api')}
          </a>
        </p>
      </Section>
      <Section id="server" title={t('server.title')}>
        <ThisServer />
      </Section>
      <SeeAlso
        links={[
          [link('howToPlay'), PATHS.howToPlay],
          [link('faq'), PATHS.faq],
          [link('contact'), PATHS.contact],
        ]}
      />
    </InfoPage>
  );
}

/** The policies by which a pool is distributed. */
function Shares(): ReactElement {
  const t = useTranslations('about.money');
  const share = (percent: number): string => t('share', { share: percent });
  const policies = [
    {
      name: t('single'),
      players: share(FACTS.winnerShare),
      creator: share(FACTS.winnerCreatorShare),
      house: share(FACTS.winnerHouseShare),
    },
    {
      name: t('podium'),
      players: t('podiumShares', {
        share: FACTS.podiumShare,
        first: FACTS.podiumFirst,
        second: FACTS.podiumSecond,
        third: FACTS.podiumThird,
      }),
      creator: share(FACTS.podiumCreatorShare),
      house: share(FACTS.podiumHouseShare),
    },
  ];
  return (
    <Table
      look="roomy"
      name={t('policy')}
      rows={policies}
      keyOf={({ name }) => name}
      columns={[
        { name: t('policy'), isTitle: true, render: ({ name }) => name },
        { name: t('players'), render: ({ players }) => players },
        { name: t('creator'), render: ({ creator }) => creator },
        { name: t('house'), render: ({ house }) => house },
      ]}
    />
  );
}

function ThisServer(): ReactElement {
  const t = useTranslations('about.server');
  const app = useTranslations('app');
  const platform = useQuery(platformQuery);
  const about = useQuery(aboutQuery);
  if (platform.isError || about.isError) return <p role="status">{t('failed')}</p>;
  if (platform.data === undefined || about.data === undefined) return <p role="status">{app('loading')}</p>;
  const { network, houseAddress } = platform.data;
  return (
    <RuleList
      rules={[
        [t('network'), networkName(network)],
        [t('money'), network.isPlayMoney ? t('playMoney') : t('realMoney')],
        [t('house'), houseAddress],
        [t('version'), about.data.version],
      ]}
    />
  );
}
