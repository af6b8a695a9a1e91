import { useEffect, useState } from 'react';
import { runAfterLoad } from './after-load.ts';

/** Whether some seconds have passed since the page has loaded: what is fetched from then on delays nothing that a visitor waits for. */
export function useQuietPage(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    let isMounted = true;
    runAfterLoad(() => isMounted && setQuiet(true));
    return () => {
      isMounted = false;
    };
  }, []);
  return isQuiet;
}
