// Moves the schemas of an OpenAPI document into its components, where each is defined once under a name that a generated client can use.
// Also resolves these references again.
import type { OpenApi, Operation, Parameter, Response, Schema } from './openapi-schema.ts';

/** Shorter enumerations stay inline. */
const FEWEST_NAMED_VALUES = 5;
const REF = '#/components/schemas/';

export const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());

/** Returns the singular for the items of a list: `Rows` → `Row`, `Taxes` → `Tax`. */
const singular = (name: string): string => {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(?:x|ss|ch|sh)es$/.test(name)) return name.slice(0, -2);
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`;
};

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const keyOf = ({ default: _default, ...content }: Schema): string => JSON.stringify(content, sorted);

const deservesName = (schema: Schema): boolean =>
  schema.properties !== undefined || (schema.enum !== undefined && schema.enum.length >= FEWEST_NAMED_VALUES);

/** Names a variant of a union by its constant: `Tile` with `kind: "clock"` is `TileClock`. */
const variantName = (name: string, variant: Schema): string => {
  const tag = Object.values(variant.properties ?? {}).find((property) => typeof property.const === 'string')?.const;
  return typeof tag === 'string' ? name + pascal(tag) : name;
};

/** Returns the schema with `change` applied to each direct inner schema, whose name is derived from `name`. */
const mapInner = (schema: Schema, name: string, change: (inner: Schema, name: string) => Schema): Schema => {
  const { properties, items, anyOf, oneOf, additionalProperties } = schema;
  const variant = (one: Schema) => change(one, variantName(name, one));
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, change(value, name + pascal(key))]),
      ),
    }),
    ...(items && { items: change(items, singular(name)) }),
    ...(anyOf && { anyOf: anyOf.map(variant) }),
    ...(oneOf && { oneOf: oneOf.map(variant) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: change(additionalProperties, `${name}Value`),
    }),
  };
};

/** A schema that the contract exports: as a client sends it (`input`) and as a client receives it (`output`). */
interface ExportedSchema {
  readonly name: string;
  readonly input: Schema;
  readonly output: Schema;
}

export interface SchemaNames {
  /** Returns the schema with references in place of its objects. `name` is used if the contract has no name for it. */
  readonly refer: (schema: Schema, name: string) => Schema;
  /** Returns the referenced schemas by name. */
  readonly components: () => Readonly<Record<string, Schema>>;
}

/** @param exported provides the names of equal schemas */
export const createSchemaNames = (exported: readonly ExportedSchema[]): SchemaNames => {
  const exportedAs = new Map<string, string>();
  for (const { name, input, output } of exported)
    for (const schema of [output, input]) if (!exportedAs.has(keyOf(schema))) exportedAs.set(keyOf(schema), name);
  const nameOf = new Map<string, string>();
  const named = new Map<string, Schema>();

  /** If input and output differ, the schema used second is named `…Input`. */
  const freeName = (name: string): string => {
    if (!named.has(name)) return name;
    let free = `${name}Input`;
    for (let n = 2; named.has(free); n += 1) free = `${name}${n}`;
    return free;
  };

  const refer = (schema: Schema, hint: string): Schema => {
    const key = keyOf(schema);
    const preferred = exportedAs.get(key) ?? hint;
    if (!deservesName(schema)) return mapInner(schema, preferred, refer);
    let name = nameOf.get(key);
    if (name === undefined) {
      name = freeName(preferred);
      nameOf.set(key, name);
      named.set(name, {});
      const { default: _default, ...content } = mapInner(schema, name, refer);
      named.set(name, content);
    }
    // OpenAPI 3.1 allows other keywords beside a reference.
    return { $ref: REF + name, ...(schema.default === undefined ? {} : { default: schema.default }) };
  };

  return {
    refer,
    components: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
};

/** Returns the name in a reference, such as `Queue`, or `null`. */
export const nameOfRef = (schema: Schema): string | null => schema.$ref?.slice(REF.length) ?? null;

export interface InlineOperation extends Omit<Operation, 'parameters' | 'responses'> {
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
}

export interface InlineOpenApi extends Omit<OpenApi, 'paths'> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, InlineOperation>>>>;
}

/** Returns the document with every reference replaced by its component, for the reference page and the tests. */
export const inlineRefs = (document: OpenApi): InlineOpenApi => {
  const target = (ref: string): unknown =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>>)[step], document);
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest }: { readonly $ref?: unknown } = value;
    const whole = typeof $ref === 'string' ? { ...(target($ref) as object), ...rest } : value;
    return Object.fromEntries(Object.entries(whole).map(([key, inner]) => [key, inline(inner)]));
  };
  return inline(document) as InlineOpenApi;
};
