/** Utilities of a bar that shows the time left by its horizontal scale, set once a second. */
export const TIME_BAR = 'origin-left forced-color-adjust-none [transition:transform_1s_linear,background-color_200ms]';
