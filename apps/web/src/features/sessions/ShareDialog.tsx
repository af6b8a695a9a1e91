import type { Session } from '@popfray/protocol';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useSessionName } from './name.ts';
import { sessionToasts } from './toasts.ts';
import { makeShareLink, sessionToShare } from './share.ts';
import '../../ui/screens.css';

/** Delay before the dialog opens for a new session, ms. SPEC section 4. */
const AUTO_OPEN_DELAY_MS = 500;

/** Dialog with the link to a session, to copy or share it. */
export function ShareDialog({
  session,
  onClose,
}: {
  readonly session: Pick<Session, 'id' | 'sessionName'>;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('sessions.share');
  const name = useSessionName()(session);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const link = makeShareLink(session.id);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      sessionToasts.copied();
    } catch {
      field.current?.select();
      sessionToasts.notCopied();
    }
  };
  const hand = async (): Promise<void> => {
    // A user who cancels the system's dialog causes no error message.
    await navigator.share({ title: name, url: link }).catch(() => undefined);
  };
  return (
    <Dialog isOpen title={t('title')} description={t('text', { name })} onClose={onClose}>
      <label htmlFor={id} className="sr-only">
        {t('link')}
      </label>
      <input
        ref={field}
        id={id}
        readOnly
        value={link}
        className="entry mt-5 w-full text-sm"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" className="action action-primary" onClick={() => void copy()}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {t('copy')}
        </button>
        {canShare() && (
          <button type="button" className="action action-quiet" onClick={() => void hand()}>
            <Icon name="out" />
            {t('native')}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** Button that opens the dialog. For a new session the dialog opens automatically when the session can be joined. */
export function ShareButton({
  session,
  className = 'action action-quiet',
}: {
  readonly session: Pick<Session, 'id' | 'sessionName' | 'status'>;
  readonly className?: string;
}): ReactElement {
  const t = useTranslations('sessions.share');
  const [isOpen, setOpen] = useState(false);
  const isNew = useStore(sessionToShare, ({ id }) => id === session.id) && session.status === 'waiting';
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => {
      sessionToShare.setState({ id: null });
      setOpen(true);
    }, AUTO_OPEN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isNew]);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <Icon name="link" />
        {t('button')}
      </button>
      {isOpen && <ShareDialog session={session} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Whether the browser has a share dialog for links, as on phones. */
const canShare = (): boolean => typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;
