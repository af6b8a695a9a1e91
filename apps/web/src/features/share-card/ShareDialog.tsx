import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { CopyLink } from '../../ui/CopyLink.tsx';
import { makeReplayLink } from '../../data/links/replay-link.ts';
import { useChosenSkin } from '../../data/settings/palette.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { makeCard, type Card } from './card.ts';
import { CARD_HEIGHT_PX, CARD_WIDTH_PX, type CardTexts } from './draw-card.ts';
import { useChallengeLink } from './challenge-link.ts';
import { makePicture } from './picture.ts';

/** Dialog with the picture of a round and its actions. */
export function ShareDialog({
  isOpen,
  replayText,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly replayText: string;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('shareCard');
  const card = useMemo(() => (isOpen ? makeCard(replayText) : null), [isOpen, replayText]);
  const challengeLink = useChallengeLink(card === null ? null : replayText);
  return (
    <Dialog isOpen={isOpen} title={t('title')} onClose={onClose}>
      <div className="mt-4 flex flex-col gap-4">
        {card === null || challengeLink === null ? (
          <p role="alert">{t('false')}</p>
        ) : (
          <Picture card={card} link={challengeLink} />
        )}
        <div className="-ml-3 flex flex-wrap">
          {challengeLink !== null && <CopyLink link={challengeLink}>{t('raceLink')}</CopyLink>}
          <CopyLink link={makeReplayLink(replayText)}>{t('link')}</CopyLink>
        </div>
      </div>
    </Dialog>
  );
}

function Picture({
  card,
  link,
}: {
  readonly card: Card;
  /** Link to a race against the round. */ readonly link: string;
}): ReactElement {
  const t = useTranslations('shareCard');
  const words = useCardTexts(card);
  const skin = useChosenSkin();
  const [picture, setPicture] = useState<{ readonly blob: Blob; readonly url: string } | 'failed' | null>(null);

  useEffect(() => {
    let isGone = false;
    let url: string | undefined;
    const show = (blob: Blob | null): void => {
      if (isGone) return;
      if (blob === null) setPicture('failed');
      else setPicture({ blob, url: (url = URL.createObjectURL(blob)) });
    };
    makePicture(card, words, skin).then(show, () => show(null));
    return () => {
      isGone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [card, words, skin]);

  if (picture === 'failed') return <p role="alert">{t('failed')}</p>;
  if (picture === null) {
    return (
      <p role="status" className="grid aspect-[40/21] place-items-center rounded-xl bg-ink text-sm text-muted">
        {t('making')}
      </p>
    );
  }
  const { mode, score, bestCombo, seed } = card;
  return (
    <>
      <img
        src={picture.url}
        width={CARD_WIDTH_PX}
        height={CARD_HEIGHT_PX}
        alt={t('picture', { mode: t(`card.mode.${mode}`), score, combo: bestCombo, seed: seed ?? '—' })}
        className="h-auto w-full rounded-xl"
      />
      <ShareActions
        file={new File([picture.blob], `popfray-${String(score)}.png`, { type: 'image/png' })}
        url={picture.url}
        text={t('raceText', { mode: t(`card.mode.${mode}`), score })}
        link={link}
      />
    </>
  );
}

/** The actions that this browser supports: download, copy, share. */
function ShareActions({
  file,
  url,
  text,
  link,
}: {
  readonly file: File;
  readonly url: string;
  readonly text: string;
  readonly link: string;
}): ReactElement {
  const t = useTranslations('shareCard');
  const shared = { files: [file], text: `${text} ${link}` };
  const canShare = 'canShare' in navigator && navigator.canShare(shared);
  const canCopy = 'ClipboardItem' in window && 'write' in (navigator.clipboard ?? {});

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': file })]);
      showToast({ kind: 'good', title: t('copiedTitle'), text: t('copiedText') });
    } catch {
      showToast({ kind: 'bad', title: t('copyFailedTitle'), text: t('copyFailedText') });
    }
  };
  const share = async (): Promise<void> => {
    try {
      await navigator.share(shared);
    } catch (error) {
      // A user who closes the system's dialog causes no error message.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast({ kind: 'bad', title: t('shareFailedTitle'), text: t('shareFailedText') });
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      {canShare && (
        <button type="button" className="action action-primary" onClick={() => void share()}>
          <Icon name="share" />
          {t('share')}
        </button>
      )}
      <a href={url} download={file.name} className={`action ${canShare ? 'action-quiet' : 'action-primary'}`}>
        <Icon name="download" />
        {t('save')}
      </a>
      {canCopy && (
        <button type="button" className="action action-quiet" onClick={() => void copy()}>
          <Icon name="copy" />
          {t('copy')}
        </button>
      )}
    </div>
  );
}

/** Texts of the picture. The same object until the language changes. */
function useCardTexts(card: Card): CardTexts {
  const t = useTranslations('shareCard.card');
  const format = useFormatter();
  return useMemo(() => {
    const mode = t(`mode.${card.mode}`);
    return {
      mode: card.hasUpgrades ? `${mode} · ${t('upgrades')}` : mode,
      score: t('score'),
      scoreValue: format.number(card.score),
      figures: [
        [t('combo'), format.number(card.bestCombo)],
        [t('popped'), format.number(card.popped)],
      ],
      seed: card.seed === null ? '' : `${t('seed')} ${card.seed}`,
      call: t('call'),
      site: location.host,
    };
  }, [t, format, card]);
}
