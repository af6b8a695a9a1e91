import type { ReviewStory, ShareStory } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Fact } from '../../ui/Facts.tsx';

/** What the pointer's path says of a held round or share: its score, the clicks that it contradicts, and what the clicks were made with. */
export function PathFacts({ story }: { readonly story: ReviewStory | ShareStory }): ReactElement {
  const t = useTranslations('desk.review');
  const format = useFormatter();
  const { path, clicksByDevice } = story;
  const { pathScore, contradicted } = story.conduct;
  return (
    <>
      <Fact name={t('pathScore')}>
        {path === null
          ? t('pathNone')
          : pathScore === null
            ? t('pathUnknown')
            : format.number(pathScore, { maximumFractionDigits: 1 })}
      </Fact>
      {contradicted !== null && <Fact name={t('contradicted')}>{format.number(contradicted)}</Fact>}
      {clicksByDevice !== null && <Fact name={t('devices')}>{t('devicesValue', clicksByDevice)}</Fact>}
    </>
  );
}
