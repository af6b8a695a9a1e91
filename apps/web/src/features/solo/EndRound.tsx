import { useRound, type StreamedRoundStore } from '@popfray/react';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { LeaveDialog } from '../../ui/LeaveGuard.tsx';

/** Button that ends a running paid round after a confirmation: the server settles what was scored. Null while no round runs. */
export function EndRound({ store }: { readonly store: StreamedRoundStore }): ReactElement | null {
  const t = useTranslations('solo');
  const isRunning = useRound(store, ({ phase, standing }) => phase === 'running' && standing !== 'settling');
  const [isAsking, setAsking] = useState(false);
  if (!isRunning) return null;
  return (
    <div data-controls className="flex upright:in-round:-order-1 upright:in-round:min-h-11">
      <button type="button" className="action action-quiet px-4" onClick={() => setAsking(true)}>
        <Icon name="leave" />
        {t('end')}
      </button>
      <LeaveDialog
        isOpen={isAsking}
        words={{ title: t('endTitle'), text: t('endText'), stay: t('stay'), leave: t('end') }}
        onStay={() => setAsking(false)}
        onLeave={() => {
          setAsking(false);
          store.leave();
        }}
      />
    </div>
  );
}
