import { PLAYER_CALLS, PRIZES_TO, type Player, type PrizesTo } from '@popfray/protocol';
import { useMutation } from '@tanstack/react-query';
import { useId, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '../../data/api/call-api.ts';
import { trx } from '../../data/messages/trx.ts';
import { refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { Segmented } from '../../ui/Segmented.tsx';

/** Where the player's prizes of battles go: to the wallet, or to the balance. */
export function PrizeChoice({
  player,
  freeFromSun,
}: {
  readonly player: Player;
  /** The smallest prize that can go to the wallet, sun. */
  readonly freeFromSun: number;
}): ReactElement {
  const t = useTranslations('profile.prizes');
  const id = useId();
  const choosing = useMutation({
    mutationFn: (to: PrizesTo) => callApi(PLAYER_CALLS.choosePrizes, { body: { to } }),
    onSuccess: () => refreshPlayer(),
  });
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Segmented
        layout="compact"
        legend={t('title')}
        isLegendShown
        isDisabled={choosing.isPending}
        isBusy={choosing.isPending}
        describedBy={`${id}-note`}
        options={PRIZES_TO.map((value) => ({ value, label: t(value) }))}
        value={choosing.isPending ? choosing.variables : player.prizesTo}
        onChange={(to) => choosing.mutate(to)}
      />
      <p id={`${id}-note`} className="mt-2 text-sm text-muted">
        {t('note', { amount: trx.exact(freeFromSun) })}
      </p>
      <p role="alert" className="text-sm text-caution empty:hidden">
        {choosing.error?.message}
      </p>
    </div>
  );
}
