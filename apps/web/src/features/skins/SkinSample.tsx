import { paintSample, type Skin } from '@popfray/react';
import { useEffect, useRef, type ReactElement } from 'react';
import '../../ui/screens.css';

/** Pixels of the drawn image: two per CSS pixel. */
const RADIUS_PX = 36;
const APART_PX = 92;
const HEIGHT_PX = 88;

/** The seven bubbles of a skin, drawn as on the field. */
export function SkinSample({
  skin,
  label,
  className = 'w-full max-w-80.5',
}: {
  readonly skin: Skin;
  readonly label: string;
  readonly className?: string;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { length } = skin.colours;
  useEffect(() => {
    const brush = canvas.current?.getContext('2d') ?? null;
    if (brush === null) return;
    brush.clearRect(0, 0, length * APART_PX, HEIGHT_PX);
    for (let colour = 0; colour < length; colour++)
      paintSample(brush, skin, colour, (colour + 0.5) * APART_PX, HEIGHT_PX / 2, RADIUS_PX);
  }, [skin, length]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={length * APART_PX}
      height={HEIGHT_PX}
      className={className}
    />
  );
}
