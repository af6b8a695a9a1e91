/** Whether a key plays a round, and would otherwise scroll the page. */
export const isPlayKey = ({ key }: KeyboardEvent): boolean => key === ' ' || key.startsWith('Arrow');
