import { CALLS, GAME_MODES, type GameMode, type Player } from '@popfray/protocol';
import { useMutation } from '@tanstack/react-query';
import { useId, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { callApi } from '../../data/api/call-api.ts';

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
  const id = useId();
  const { chosenGameMode, preferredGameMode } = player;
  const choosing = useMutation({
    mutationFn: (mode: GameMode | null) => callApi(CALLS.chooseGameMode, { body: { mode } }),
    onSuccess: () => refreshPlayer(),
  });
  // While a choice is being saved the select shows it, not the previous one.
  const chosen = choosing.isPending ? choosing.variables : chosenGameMode;
  const automatic =
    chosenGameMode === null ? t('automaticNow', { mode: t(`modes.${preferredGameMode}`) }) : t('automatic');
  return (
    <div className="mt-6 flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm text-muted">
        {t('mode')}
      </label>
      <select
        id={id}
        value={chosen ?? AUTOMATIC}
        disabled={choosing.isPending}
        aria-describedby={`${id}-note`}
        className="entry w-full"
        onChange={(event) => {
          const { value } = event.currentTarget;
          choosing.mutate(GAME_MODES.find((mode) => mode === value) ?? null);
        }}
      >
        <option value={AUTOMATIC}>{automatic}</option>
        {GAME_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {t(`modes.${mode}`)}
          </option>
        ))}
      </select>
      <p id={`${id}-note`} className="text-xs text-muted">
        {t('modeNote')}
      </p>
      <p role="alert" className="text-sm text-caution empty:hidden">
        {choosing.error?.message}
      </p>
    </div>
  );
}
