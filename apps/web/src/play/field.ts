/** The chunk with Pixi in it: nothing but a dynamic import may reach this module. */
export { BubbleField } from '@popfray/react';
