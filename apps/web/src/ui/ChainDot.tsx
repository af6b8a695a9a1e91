import type { Blockchain } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** DESIGN section 10: each accent colour has one meaning. */
const COLOURS: Readonly<Partial<Record<Blockchain, string>>> = { tron: 'bg-tron', sol: 'bg-chain' };

/** Colour of a chain without a separate one. */
const NEUTRAL = 'bg-muted';

/** Dot in a chain's colour, with its name for screen readers. */
export function ChainDot({ chain }: { readonly chain: Blockchain }): ReactElement {
  const t = useTranslations('chains');
  return (
    <span
      role="img"
      aria-label={t(chain)}
      title={t(chain)}
      className={`size-2.5 shrink-0 rounded-full ${COLOURS[chain] ?? NEUTRAL}`}
    />
  );
}
