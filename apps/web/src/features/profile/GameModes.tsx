import { GAME_MODES, PLAYER_CALLS, type GameMode, type Player } from '@popfray/protocol';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { callApi } from '../../data/api/call-api.ts';
import { Field, Select } from '../../ui/Field.tsx';

/** Value of the option that prefers the most played mode. */
const AUTOMATIC = '';

/** Statistics by mode, including practice. */
export function StatisticsByMode({ statistics }: Pick<Player, 'statistics'>): ReactElement {
  const t = useTranslations('profile');
  return (
    <div className="mt-6">
      <h3 className="text-sm font-normal text-muted">{t('byMode')}</h3>
      <dl className="mt-2 flex flex-col gap-2">
        {GAME_MODES.map((mode) => (
          <div key={mode} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt className="text-sm">{t(`modes.${mode}`)}</dt>
            <dd className="text-sm font-semibold tabular-nums">{t('gamesAndPoints', statistics[mode])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The mode in which the arena opens: the most played one, or the player's choice. */
export function PreferredMode({ player }: { readonly player: Player }): ReactElement {
  const t = useTranslations('profile');
  const { chosenGameMode, preferredGameMode } = player;
  const choosing = useMutation({
    mutationFn: (mode: GameMode | null) => callApi(PLAYER_CALLS.chooseGameMode, { body: { mode } }),
    onSuccess: () => refreshPlayer(),
  });
  // While a choice is being saved the select shows it, not the previous one.
  const chosen = choosing.isPending ? choosing.variables : chosenGameMode;
  const automatic =
    chosenGameMode === null ? t('automaticNow', { mode: t(`modes.${preferredGameMode}`) }) : t('automatic');
  return (
    <Field label={t('mode')} note={t('modeNote')} error={choosing.error?.message} className="mt-6">
      {(control) => (
        <Select
          {...control}
          value={chosen ?? AUTOMATIC}
          disabled={choosing.isPending}
          options={[
            { value: AUTOMATIC, label: automatic },
            ...GAME_MODES.map((value) => ({ value, label: t(`modes.${value}`) })),
          ]}
          onChange={(mode) => choosing.mutate(mode === AUTOMATIC ? null : mode)}
        />
      )}
    </Field>
  );
}
