import { useRound } from '@popfray/react';
import type { BattleStore } from '@popfray/react/battle';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** Status message about a delay of the round, over the field's lower edge. It contains no controls. */
export function BattleNotice({ store }: { readonly store: BattleStore }): ReactElement {
  const t = useTranslations('battle');
  const isLive = useRound(store, (state) => state.phase === 'countdown' || state.phase === 'running');
  const isLost = useRound(store, (state) => state.connection !== 'open');
  const isStalled = useRound(store, (state) => state.isStalled);
  const lost = isStalled ? t('reconnectingStalled') : t('reconnecting');
  const notice = !isLive ? null : isLost ? lost : isStalled ? t('waiting') : null;
  return (
    <div role="status" className="battle-notice">
      {notice !== null && (
        <p>
          <span aria-hidden="true" className="payment-pulse" />
          {notice}
        </p>
      )}
    </div>
  );
}
