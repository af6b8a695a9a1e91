import type { Blockchain } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** DESIGN section 10: each accent colour has one meaning. */
const COLOURS: Readonly<Record<Blockchain, string>> = { tron: 'bg-tron', sol: 'bg-chain' };

/** Dot in a chain's colour, with its name for screen readers. */
export function ChainDot({ chain }: { readonly chain: Blockchain }): ReactElement {
  const t = useTranslations('sessions.chain');
  return (
    <span
      role="img"
      aria-label={t(chain)}
      title={t(chain)}
      className={`size-2.5 shrink-0 rounded-full ${COLOURS[chain]}`}
    />
  );
}
