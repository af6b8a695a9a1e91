import type { z } from 'zod';

/** Values of which each field takes some and refuses others; the first is for a field that is not there. */
const ODD_VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  [],
  {},
  '',
  'no',
  '7',
  '../../etc/passwd',
  'é'.repeat(300),
  -1,
  0.5,
  1e300,
  2 ** 53,
];

/** A message as a schema describes it. */
type Option = z.ZodObject<{ readonly type: z.ZodLiteral<string> }>;

/** A field of a message, and values that it does not take. */
interface WrongField {
  readonly type: string;
  readonly field: string;
  readonly wrong: readonly unknown[];
}

/** Each field of each message but its type. */
export const wrongFields = (options: readonly Option[]): WrongField[] =>
  options.flatMap(({ shape }) =>
    Object.entries<z.ZodType>(shape)
      .filter(([field]) => field !== 'type')
      .map(([field, schema]) => ({
        type: shape.type.value,
        field,
        wrong: ODD_VALUES.filter((value) => !schema.safeParse(value).success),
      })),
  );
