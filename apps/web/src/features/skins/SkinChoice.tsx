import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useStore } from 'zustand';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { skinName } from '../../data/messages/skin-name.ts';
import { settings } from '../../data/settings/settings.ts';
import { isKnownSkin, ownSkinsQuery } from './own-skins.ts';

/** A skin to choose from; null for the standard one. */
interface SkinOption {
  readonly id: string | null;
  readonly name: string;
}

/** Passes the skins that the player can choose from. Without a server or a sign-in, these are the standard one and the chosen one. */
export function SkinChoice({
  children,
}: {
  readonly children: (options: readonly SkinOption[]) => ReactNode;
}): ReactElement {
  return (
    <Queries>
      <Options>{children}</Options>
    </Queries>
  );
}

function Options({ children }: { readonly children: (options: readonly SkinOption[]) => ReactNode }): ReactNode {
  const t = useTranslations('skins');
  const address = useAccount(({ player }) => player?.address ?? null);
  const chosen = useStore(settings, ({ skin }) => skin);
  const { data } = useQuery({ ...ownSkinsQuery(address ?? ''), enabled: address !== null });
  const ids = new Set(data?.skins.map(({ skinId }) => skinId));
  if (chosen !== null) ids.add(chosen);
  return children([
    { id: null, name: t('standard') },
    ...[...ids].filter(isKnownSkin).map((id) => ({ id, name: skinName(id) })),
  ]);
}
