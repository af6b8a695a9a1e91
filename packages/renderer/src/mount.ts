import { Application } from 'pixi.js';
import { applicationOptions } from './application.ts';
import { createFieldView, type FieldView, type FieldViewOptions } from './field-view.ts';
import { FIELD } from './viewport.ts';

/** A field with its own Pixi application. */
export interface MountedField extends FieldView {
  /** Its ticker runs from the start and renders after every callback added to it. */
  readonly app: Application;
  /** Ends the application too and takes the canvas off the page. */
  destroy(): void;
}

/**
 * Puts a field into an element of the page, without React. The host keeps the field's shape, 4:3, at any width. Rejects
 * when the browser has neither WebGL nor a 2D canvas.
 */
export async function mount(host: HTMLElement, options: FieldViewOptions = {}): Promise<MountedField> {
  const app = new Application();
  await app.init(applicationOptions());
  host.style.aspectRatio = `${FIELD.widthPx} / ${FIELD.heightPx}`;
  host.append(app.canvas);
  const view = createFieldView(app, options);
  const leave = view.destroy.bind(view);
  let isDestroyed = false;
  return Object.assign(view, {
    app,
    destroy(): void {
      if (isDestroyed) return;
      isDestroyed = true;
      leave();
      app.destroy({ removeView: true }, true);
    },
  });
}
