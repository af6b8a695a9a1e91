import { useEffect, useRef, useState, type DragEvent, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location';
import { readReplayEntry } from '../../data/links/replay-link.ts';
import { KeptRoundList } from '../kept-rounds/index.ts';
import { InBrowser } from '../../ui/InBrowser.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { openFile, openText, type Opening } from './opening.ts';
import { OpenReplayForm } from './OpenReplayForm.tsx';
import { Player } from './Player.tsx';
import { Verdict } from './Verdict.tsx';
import '../../ui/screens.css';

/** Opens a replay from the address, a file or text, verifies it and plays it. */
export function ReplayScreen(): ReactElement {
  const t = useTranslations('replay');
  // The router's navigation changes the hash without a `hashchange` event.
  const hash = useLocationProperty(
    () => location.hash,
    () => '',
  );
  const entry = useHistoryState<unknown>();
  const [opened, setOpened] = useState(hash);
  const [opening, setOpening] = useState(() => openHash(hash, entry));
  if (hash !== opened) {
    setOpened(hash);
    setOpening(openHash(hash, entry));
  }

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file !== undefined) void openFile(file).then(setOpening);
  };

  const isPlayable = opening?.kind === 'valid' || opening?.kind === 'wrong';
  const host = useRef<HTMLDivElement>(null);
  const wasPlayable = useRef(isPlayable);

  // Form and player replace each other, and the focused button is removed.
  useEffect(() => {
    if (wasPlayable.current === isPlayable) return;
    wasPlayable.current = isPlayable;
    scrollTo(0, 0);
    host.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [isPlayable]);

  return (
    <Screen name={t('title')} className="flex flex-1 flex-col">
      <div ref={host} className="flex flex-1 flex-col" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {isPlayable ? (
          <Player key={opening.replay.hash} opening={opening} onClose={() => close(setOpening)} />
        ) : (
          <div className="gutter mx-auto flex min-h-[calc(100dvh-var(--header))] w-full max-w-2xl flex-col gap-6 py-10">
            <header>
              <h1 tabIndex={-1} className="text-3xl">
                {t('title')}
              </h1>
              <p className="mt-3 text-muted">{t('lead')}</p>
            </header>
            {/* The prerendered page does not know whether the address has a replay, which is shown instead of the form. */}
            <InBrowser className="flex-1">
              {opening !== null && <Verdict opening={opening} />}
              <OpenReplayForm
                onText={(text) => setOpening(openText(text))}
                onFile={(file) => void openFile(file).then(setOpening)}
              />
              <KeptRoundList />
            </InBrowser>
          </div>
        )}
      </div>
    </Screen>
  );
}

/** The replay in the address's hash, with its track if the entry of the history has it; null for none. */
const openHash = (hash: string, entry: unknown): Opening | null =>
  hash.startsWith('#r=') ? openText(readReplayEntry(hash, entry)) : null;

function close(setOpening: (opening: null) => void): void {
  history.replaceState(null, '', location.pathname);
  setOpening(null);
}
