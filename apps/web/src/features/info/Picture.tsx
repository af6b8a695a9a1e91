import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import arena from './pictures/arena.webp';
import battle from './pictures/battle.webp';
import freePlay from './pictures/free-play.webp';
import lobby from './pictures/lobby.webp';
import profile from './pictures/profile.webp';
import wallet from './pictures/wallet.webp';

/** Screenshots of the product and their size in px. */
const PICTURES = {
  freePlay: { src: freePlay, width: 1155, height: 1069 },
  arena: { src: arena, width: 1155, height: 1167 },
  lobby: { src: lobby, width: 1200, height: 750 },
  battle: { src: battle, width: 1155, height: 1166 },
  profile: { src: profile, width: 1200, height: 750 },
  wallet: { src: wallet, width: 560, height: 350 },
} as const;

/** A screenshot of the product, loaded lazily. */
export function Picture({ name }: { readonly name: keyof typeof PICTURES }): ReactElement {
  const t = useTranslations('info.picture');
  return (
    <div className="overflow-hidden rounded-[1.25rem] border border-line bg-surface">
      <img {...PICTURES[name]} alt={t(name)} loading="lazy" decoding="async" className="block h-auto w-full" />
    </div>
  );
}
