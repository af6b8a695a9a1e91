import type { JsonSchema } from './openapi.ts';

/** A field of a JSON value, as a row of a table. */
export interface Field {
  /** Path of the field: `player.address`, `rounds[].score`. Empty for the value itself. */
  readonly path: string;
  readonly type: string;
  /** Constraints besides the type: `at least 0`. Empty for none. */
  readonly limits: string;
  readonly isRequired: boolean;
}

/** All fields of a schema, depth first, in the order of their definition. */
export function listFields(schema: JsonSchema): Field[] {
  const fields = listBelow(schema, '');
  return fields.length > 0 || isEmpty(schema) ? fields : [describe(schema, '', true)];
}

const isEmpty = ({ type, properties }: JsonSchema): boolean =>
  type === 'object' && Object.keys(properties ?? {}).length === 0;

function listBelow(schema: JsonSchema, prefix: string): Field[] {
  if (schema.type === 'array') return listBelow(itemOf(schema), `${prefix}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    if (typeof inner === 'boolean') return [];
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const isRequired = schema.required?.includes(name) === true && inner.default === undefined;
    return [describe(inner, path, isRequired), ...listBelow(inner, path)];
  });
}

const itemOf = ({ items }: JsonSchema): JsonSchema => (typeof items === 'object' && !Array.isArray(items) ? items : {});

const describe = (schema: JsonSchema, path: string, isRequired: boolean): Field => ({
  path,
  type: typeOf(schema),
  limits: limitsOf(schema),
  isRequired,
});

function typeOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `array of ${typeOf(itemOf(schema))}`;
  return schema.type === undefined ? 'anything' : [schema.type].flat().join(' | ');
}

function limitsOf(schema: JsonSchema): string {
  const whole = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const { minimum, maximum, exclusiveMinimum, maxLength, pattern } = whole.type === 'array' ? itemOf(whole) : whole;
  const parts = [
    minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    pattern !== undefined && `matches ${pattern}`,
    schema.default !== undefined && `${JSON.stringify(schema.default)} by default`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
