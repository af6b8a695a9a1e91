import type { Session } from '@popfray/protocol';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Dialog } from '../shell/Dialog.tsx';
import { Icon } from '../shell/Icon.tsx';
import { useSessionName } from './name.ts';
import { say } from './say.ts';
import { shareLink, toShare } from './share.ts';

/** ms after a session was made before it offers itself to be shared. SPEC section 4. */
const OFFER_MS = 500;

/** The link to a session, to be copied or handed on. */
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
  const link = shareLink(session.id);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      say.copied();
    } catch {
      field.current?.select();
      say.notCopied();
    }
  };
  const hand = async (): Promise<void> => {
    // Whoever thinks better of it has not failed.
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
        {canHandOn() && (
          <button type="button" className="action action-quiet" onClick={() => void hand()}>
            <Icon name="out" />
            {t('native')}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** The button that opens the dialog. It opens by itself for a session that was just made, once that can be joined. */
export function ShareButton({
  session,
  className = 'action action-quiet',
}: {
  readonly session: Pick<Session, 'id' | 'sessionName' | 'status'>;
  readonly className?: string;
}): ReactElement {
  const t = useTranslations('sessions.share');
  const [isOpen, setOpen] = useState(false);
  const isNew = useStore(toShare, ({ id }) => id === session.id) && session.status === 'waiting';
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => {
      toShare.setState({ id: null });
      setOpen(true);
    }, OFFER_MS);
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

/** Whether the browser hands links on to other apps, as phones do. */
const canHandOn = (): boolean => typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;
