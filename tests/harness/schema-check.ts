import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { OpenApi, Schema } from '../../server/platform/openapi/openapi-types.ts'
import { merged } from './merged-schema.ts'

/** The schema without references, as deep as it goes. Values that are open to clients are all there are to a test. */
export function resolved(document: OpenApi, schema: Schema): Schema {
  return mapSchema(schema, (part) => {
    const { 'x-extensible-enum': values, ...rest } = part.$ref || part.allOf ? merged(document, part) : part
    return values === undefined ? rest : { ...rest, enum: values as unknown[] }
  })
}

/** Nothing may stand in an answer that its schema does not name. */
const closed = (schema: Schema): Schema =>
  mapSchema(schema, (part) =>
    part.properties && part.additionalProperties === undefined ? { ...part, additionalProperties: false } : part,
  )

/** What of a value its schema does not allow: something missing, something extra, something of the wrong type. */
export function schemaFindings(schema: Schema, value: unknown, options: { open?: boolean } = {}): string[] {
  const validator = validatorOf(schema, options.open ?? false)
  if (validator.Check(value)) return []
  return validator
    .Errors(value)
    .map(({ instancePath, message }) => `${instancePath === '' ? '/' : instancePath} ${message}`)
}

const validators = { open: new WeakMap<Schema, Validator>(), closed: new WeakMap<Schema, Validator>() }
type Validator = ReturnType<typeof Compile<TSchema>>

function validatorOf(schema: Schema, open: boolean): Validator {
  const known = open ? validators.open : validators.closed
  const validator = known.get(schema) ?? Compile((open ? schema : closed(schema)) as TSchema)
  known.set(schema, validator)
  return validator
}

/** Replaces a schema and every schema within it. */
function mapSchema(schema: Schema, change: (part: Schema) => Schema): Schema {
  const part = change(schema)
  const each = (list: Schema[]) => list.map((item) => mapSchema(item, change))
  const { properties, items, additionalProperties: other, anyOf, oneOf, allOf } = part
  const names = Object.entries(properties ?? {})
  return {
    ...part,
    ...(properties
      ? { properties: Object.fromEntries(names.map(([name, item]) => [name, mapSchema(item, change)])) }
      : {}),
    ...(items ? { items: mapSchema(items, change) } : {}),
    ...(typeof other === 'object' ? { additionalProperties: mapSchema(other, change) } : {}),
    ...(anyOf ? { anyOf: each(anyOf) } : {}),
    ...(oneOf ? { oneOf: each(oneOf) } : {}),
    ...(allOf ? { allOf: each(allOf) } : {}),
  }
}
