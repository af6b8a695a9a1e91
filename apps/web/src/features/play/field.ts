/** Entry of the chunk with Pixi. Import it only dynamically. */
export { BubbleField } from '@popfray/react';
