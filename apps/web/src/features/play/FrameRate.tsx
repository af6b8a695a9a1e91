import { useEffect, useRef, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { FrameMeter } from './frame-meter.ts';

/** Frames per second and late frames, in the corner of the field. Written to the DOM twice a second, without React. Hidden from screen readers. */
export function FrameRate(): ReactElement {
  const t = useTranslations('field');
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const meter = new FrameMeter();
    const count = (nowMs: number): void => {
      request = requestAnimationFrame(count);
      if (meter.frame(nowMs) && line.current !== null)
        line.current.textContent = t('frameRate', { fps: meter.fps, late: meter.late });
    };
    let request = requestAnimationFrame(count);
    return () => cancelAnimationFrame(request);
  }, [t]);
  return (
    <p
      ref={line}
      aria-hidden="true"
      className="pointer-events-none z-1 m-2 self-end justify-self-start rounded-lg bg-ink/75 px-2 py-0.5 text-[0.75rem] text-muted tabular-nums empty:hidden"
    />
  );
}
