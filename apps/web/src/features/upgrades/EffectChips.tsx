import type { UpgradeOffer } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { chipsOf, type Chip } from './effects.ts';
import '../../ui/screens.css';

/** The effects of an upgrade as chips. */
export function EffectChips({ effects }: { readonly effects: UpgradeOffer['effects'] }): ReactElement {
  const t = useTranslations('upgrades.effect');
  const text = (chip: Chip): string =>
    'factor' in chip ? t(chip.kind, { factor: chip.factor }) : t(chip.kind, { percent: chip.percent });
  return (
    <ul className="flex flex-wrap gap-1.5">
      {chipsOf(effects).map((chip) => (
        <li key={chip.kind} className="rounded-full bg-raised px-2.5 py-0.5 text-sm font-semibold tabular-nums">
          {text(chip)}
        </li>
      ))}
    </ul>
  );
}
