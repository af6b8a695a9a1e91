import type { Rule } from './rule.ts';

/** The functions of Math that are exact on integers in every JavaScript engine. The rule refuses all others. */
const EXACT = new Set(['abs', 'ceil', 'clz32', 'floor', 'imul', 'max', 'min', 'round', 'sign', 'trunc']);

/** Only exact arithmetic: the same bits in every JavaScript engine, which is what makes a round replayable. */
export const exact: Rule = {
  meta: { docs: { description: 'Only arithmetic that is exact in every JavaScript engine.' } },
  create: (context) => ({
    Identifier(node) {
      if (node.name !== 'Math') return;
      const access = node.parent;
      const name = access?.object === node && access.computed !== true ? access.property?.name : undefined;
      if (name !== undefined && EXACT.has(name)) return;
      const what = name === undefined ? 'Math as a value' : `Math.${name}`;
      context.report({
        node,
        message: `${what} is not exact, or cannot be seen to be. Allowed: ${[...EXACT].join(', ')}.`,
      });
    },
    BinaryExpression(node) {
      if (node.operator === '**') context.report({ node, message: '** is approximated. Multiply, or shift.' });
    },
    AssignmentExpression(node) {
      if (node.operator === '**=') context.report({ node, message: '**= is approximated. Multiply, or shift.' });
    },
  }),
};
