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
  return <p ref={line} aria-hidden="true" className="frame-rate" />;
}
