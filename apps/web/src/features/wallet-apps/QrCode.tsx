import { useMemo, type ReactElement } from 'react';
import { encode } from 'uqr';
import '../../ui/screens.css';

/** Modules of white border that readers need, by ISO/IEC 18004. */
const BORDER = 4;

/** A QR code, dark on white in every theme, because many readers accept nothing else. */
export function QrCode({ text, name }: { readonly text: string; readonly name: string }): ReactElement {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 max-w-full flex-none rounded-xl forced-color-adjust-none"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

/** The side of a QR code in modules, border included, and its dark modules as a path: one rectangle for each run in a row. */
function draw(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      const from = x;
      while (row[x] === true) x++;
      if (x > from) path += `M${from} ${y}h${x - from}v1h-${x - from}z`;
    }
  }
  return { size, path };
}
