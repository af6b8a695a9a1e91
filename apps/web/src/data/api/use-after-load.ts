import { useEffect, useState } from 'react';
import { runAfterLoad } from './after-load.ts';

/**
 * Whether some seconds have passed since the page has loaded, or since the component was mounted if that was later: what is fetched from then on
 * delays nothing that a visitor waits for.
 */
export function useAfterLoad(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    let isMounted = true;
    runAfterLoad(() => isMounted && setAfter(true));
    return () => {
      isMounted = false;
    };
  }, []);
  return isAfter;
}
