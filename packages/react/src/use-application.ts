import { applicationOptions } from '@popfray/renderer';
import { Application } from 'pixi.js';
import { useEffect, useState, type RefObject } from 'react';

/** A Pixi application and whether it could be initialised. */
interface ApplicationState {
  /** Null until it draws. */
  readonly app: Application | null;
  readonly hasFailed: boolean;
}

const NONE: ApplicationState = { app: null, hasFailed: false };

/**
 * One Pixi application with a new canvas in the host, from the component's mount to its unmount. The host must be mounted; nothing
 * happens while `isWanted` is false. The caller stops what draws on the application in a layout effect, which React cleans up earlier.
 */
export function useApplication(host: RefObject<HTMLElement | null>, isWanted: boolean): ApplicationState {
  const [state, setState] = useState(NONE);
  useEffect(() => {
    const { current } = host;
    if (!isWanted || current === null) return;
    const app = new Application();
    const canvas = document.createElement('canvas');
    current.prepend(canvas);
    let isUnmounted = false;
    let isInitialised = false;

    const destroy = (): void => app.destroy({ removeView: true }, true);
    async function init(): Promise<void> {
      // StrictMode unmounts an effect at once and runs it again. Its first application then never asks for a WebGL context.
      await Promise.resolve();
      if (isUnmounted) return;
      await app.init({ ...applicationOptions(), canvas });
      if (isUnmounted) {
        destroy();
        return;
      }
      isInitialised = true;
      setState({ app, hasFailed: false });
    }
    init().catch((error: unknown) => {
      if (isUnmounted) return;
      canvas.remove();
      console.warn('Pixi could not be initialised.', error);
      setState({ app: null, hasFailed: true });
    });

    return () => {
      isUnmounted = true;
      canvas.remove();
      if (isInitialised) destroy();
      setState(NONE);
    };
  }, [host, isWanted]);
  return state;
}
