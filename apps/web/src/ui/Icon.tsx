import type { ReactElement } from 'react';

/** Line icons on a 24 px grid, stroke 2. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  sound: 'M4 9.5v5h3.5L12 18V6L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18.2 6.3a8 8 0 0 1 0 11.4',
  muted: 'M4 9.5v5h3.5L12 18V6L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 6v12M15.5 6v12',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  reset: 'M5 5v5h5M5.6 10A7.5 7.5 0 1 1 4.7 14',
  expand: 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5',
  shrink: 'M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8v.01',
  wallet: 'M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5A2.5 2.5 0 0 0 6.5 10H20v9H6.5A2.5 2.5 0 0 1 4 16.5zM16 14.5v.01',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  down: 'M6 9l6 6 6-6',
  pen: 'M4 20l1-4.5L15.5 5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c2.6 2.4 3.6 5.3 3.6 8.5s-1 6.1-3.6 8.5c-2.6-2.4-3.6-5.3-3.6-8.5s1-6.1 3.6-8.5z',
  sliders:
    'M4 7h8M18 7h2M15 4.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM4 17h2M12 17h8M9 14.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  desk: 'M4 5h16v11H4zM9 20h6M12 16v4M8 12l2.5-3 2.5 2 3-3.5',
  calendar: 'M5 6h14v14H5zM5 10.5h14M9 3.5V7M15 3.5V7',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M6 11v8.5h12V11',
  bin: 'M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 10.5v5.5M13.5 10.5v5.5',
  flag: 'M6 21V4.5M6 5h12l-2.5 4L18 13H6',
  star: 'M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6z',
} as const;

export type IconName = keyof typeof PATHS;

/** Icons that are filled shapes, not lines. */
const SOLID: ReadonlySet<IconName> = new Set(['play', 'star']);

/** A decorative icon. The accessible name is on the button around it. */
export function Icon({ name, className }: { readonly name: IconName; readonly className?: string }): ReactElement {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ?? 'size-5 shrink-0'}
    >
      <path d={PATHS[name]} fill={SOLID.has(name) ? 'currentColor' : undefined} />
    </svg>
  );
}
