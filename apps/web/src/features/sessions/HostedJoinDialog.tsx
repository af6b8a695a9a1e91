import type { Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../ui/Dialog.tsx';
import { EntryNotices } from './EntryNotices.tsx';
import { HostTerms } from './HostTerms.tsx';
import { useSessionName } from './name.ts';
import { Terms } from './Terms.tsx';
import { DialogEnd } from '../../ui/DialogEnd.tsx';
import '../../ui/screens.css';

/** Terms of a free session on another chain's platform, shown before the wallet signs for a seat. */
export function HostedJoinDialog({
  session,
  onJoin,
  onClose,
}: {
  readonly session: Session;
  readonly onJoin: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('sessions.join');
  const hosted = useTranslations('sessions.hosted');
  const name = useSessionName()(session);
  const { entryFeeSun: feeSun, maxPlayers, revenueDistribution: revenue, isHostedHere } = session;
  return (
    <Dialog isOpen title={t('title', { name })} onClose={onClose}>
      <div className="mt-4">
        <Terms terms={{ feeSun, maxPlayers, revenue, isHostedHere }}>
          <HostTerms session={session} />
        </Terms>
        <EntryNotices feeSun={feeSun} />
      </div>
      <DialogEnd className="mt-4">
        <p className="text-sm text-muted">{hosted('sign')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <button type="button" className="action action-primary" onClick={onJoin}>
            {t('free')}
          </button>
          <button type="button" className="action action-bare" onClick={onClose}>
            {t('cancel')}
          </button>
        </div>
      </DialogEnd>
    </Dialog>
  );
}
