import type { Rules } from '@popfray/engine';
import type { ReactElement } from 'react';
import { ReplayScene } from './ReplayScene.tsx';
import { useAttract, type DeviceTest } from './use-attract.ts';

/** A top round that invites to play, on devices that draw it without effort. Nothing on others. */
export function AttractReplay({
  rules = null,
  clearShare = 0,
  className,
  deviceTest,
  onPop,
  onStart,
  onEnd,
}: {
  /** The rules of the round; null for any. */
  readonly rules?: Rules | null;
  /** Share of the width, from the left, that the field leaves free. */
  readonly clearShare?: number;
  readonly className: string;
  /** A measurement of the device provided by the caller. */
  readonly deviceTest?: DeviceTest;
  /** Called when a bubble is clicked. */
  readonly onPop: () => void;
  /** Called when the first picture is drawn, and when drawing has become slow and ends. */
  readonly onStart?: () => void;
  readonly onEnd?: () => void;
}): ReactElement | null {
  const { isShown, giveUp } = useAttract(deviceTest);
  if (!isShown) return null;
  return (
    <ReplayScene
      rules={rules}
      clearShare={clearShare}
      className={className}
      onPop={onPop}
      {...(onStart !== undefined && { onStart })}
      onSlow={() => {
        giveUp();
        onEnd?.();
      }}
    />
  );
}
