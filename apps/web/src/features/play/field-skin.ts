import type { Skin } from '@popfray/react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useChosenSkin } from '../../data/settings/palette.ts';

/** Font of the figures, without the metric fallback, whose glyphs differ: the field repaints when the font has loaded. */
const FIELD_FONT = "'Unbounded', system-ui, 'Noto Sans SC', 'Noto Sans JP', sans-serif";

/** The field's skin in the reader's language. The same object until the language or the palette changes. */
export function useFieldSkin(): Skin {
  const t = useTranslations('field');
  const chosen = useChosenSkin();
  return useMemo(
    () => ({
      ...chosen,
      fontFamily: FIELD_FONT,
      comboCount: (combo) => t('combo', { combo }),
      comboMessages: [
        t('streaks.first'),
        t('streaks.second'),
        t('streaks.third'),
        t('streaks.fourth'),
        t('streaks.fifth'),
      ],
      milestoneMessage: (points) => t('milestone', { points }),
    }),
    [t, chosen],
  );
}
