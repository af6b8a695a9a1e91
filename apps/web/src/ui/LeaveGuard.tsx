import { useEffect, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from './Dialog.tsx';

/** Texts of the confirmation. */
export interface LeaveTexts {
  readonly title: string;
  readonly text: string;
  readonly stay: string;
  readonly leave: string;
}

/** Asks for confirmation before the user leaves a running game, by a link of the product or by closing the page. */
export function LeaveGuard({
  isOn,
  words,
}: {
  /** Whether a confirmation is needed. */
  readonly isOn: boolean;
  readonly words: LeaveTexts;
}): ReactElement {
  const [wanted, setWanted] = useState<string | null>(null);
  const [, navigate] = useLocation();

  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    const hold = (event: MouseEvent): void => {
      const path = inAppPath(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(path);
    };
    addEventListener('beforeunload', warn);
    document.addEventListener('click', hold, { capture: true });
    return () => {
      removeEventListener('beforeunload', warn);
      document.removeEventListener('click', hold, { capture: true });
    };
  }, [isOn]);

  return (
    <LeaveDialog
      isOpen={isOn && wanted !== null}
      words={words}
      onStay={() => setWanted(null)}
      onLeave={() => {
        setWanted(null);
        navigate(wanted ?? '/');
      }}
    />
  );
}

/** The confirmation. Staying is the default action. */
export function LeaveDialog({
  isOpen,
  words,
  onStay,
  onLeave,
}: {
  readonly isOpen: boolean;
  readonly words: LeaveTexts;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}): ReactElement {
  return (
    <Dialog isOpen={isOpen} title={words.title} description={words.text} onClose={onStay}>
      <div className="mt-5 flex flex-wrap gap-2">
        <button type="button" className="action action-primary" onClick={onStay}>
          {words.stay}
        </button>
        <button type="button" className="action action-quiet" onClick={onLeave}>
          {words.leave}
        </button>
      </div>
    </Dialog>
  );
}

/** Path of the click's link within this page; null for other clicks and for links to another tab or site. */
function inAppPath(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target === '_blank' || link.origin !== location.origin) return null;
  const path = link.pathname + link.search + link.hash;
  return link.pathname === location.pathname ? null : path;
}
