import { Application as ReactApplication } from '@pixi/react';
import { applicationOptions } from '@popfray/renderer';
import type { Application, ApplicationOptions } from 'pixi.js';
import { memo, useLayoutEffect, useState, type ComponentType, type ReactElement } from 'react';

/** Properties of a stage. Neither may change while it is mounted. */
interface StageProps {
  /** Called with the Pixi application once it draws. */
  readonly onInit: (app: Application) => void;
}

/** The same component: its types were made with a Pixi whose `preference` took no list of renderers. */
const PixiApplication = ReactApplication as ComponentType<Partial<ApplicationOptions> & StageProps>;

/**
 * One Pixi application and its canvas. It never renders again, because @pixi/react sets every option again on each render.
 *
 * The application is mounted by a layout effect on purpose. @pixi/react keeps an application whose effects StrictMode
 * runs twice, but only while it has not finished initialising; otherwise it destroys it, and the canvas with its lost
 * WebGL context stays. React runs all effects of an update that a layout effect asks for before it gives way to anything
 * else, initialisation included.
 */
export const Stage: ComponentType<StageProps> = memo(function Stage({ onInit }: StageProps): ReactElement | null {
  const [isMounted, setIsMounted] = useState(false);
  const [options] = useState(applicationOptions);
  useLayoutEffect(() => {
    setIsMounted(true);
  }, []);
  return isMounted ? <PixiApplication {...options} onInit={onInit} /> : null;
});
