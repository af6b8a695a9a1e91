import { useEffect, useState } from 'react';
import { useReducedMotion } from '../../data/settings/motion.ts';
import { isDeviceFast } from './fast-device.ts';

/** Measures the device; tests replace it. */
export type DeviceTest = () => Promise<boolean>;

/** Whether a replay is shown: once the device has proven to be fast. `giveUp` ends it, for a device that has become slow. */
export function useAttract(test: DeviceTest = isDeviceFast): {
  readonly isShown: boolean;
  readonly giveUp: () => void;
} {
  const isReduced = useReducedMotion();
  const [isFast, setFast] = useState<boolean | null>(null);
  useEffect(() => {
    if (isReduced || isFast !== null) return;
    let isCurrent = true;
    void test().then((found) => isCurrent && setFast(found));
    return () => {
      isCurrent = false;
    };
  }, [isReduced, isFast, test]);
  return { isShown: !isReduced && isFast === true, giveUp: () => setFast(false) };
}
