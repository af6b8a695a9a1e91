/** Preloads the screen of a path. */
type Preloader = (path: string) => void;

let preloader: Preloader = () => undefined;

/** Registers the function that preloads screens. The app does this, because features do not import the table of screens. */
export function setPreloader(newPreloader: Preloader): void {
  preloader = newPreloader;
}

/** Preloads what a path's screen needs, before the click. A failure is reported when the screen is opened. */
export const preload = (path: string): void => preloader(path);
