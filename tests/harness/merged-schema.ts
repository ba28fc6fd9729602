import { type OpenApi, resolveRef, type Schema } from '../../server/platform/openapi/openapi-types.ts'

/** Without references, with `allOf` put together and `oneOf` and `const` under their more general names. */
export function merged(document: OpenApi, schema: Schema): Schema {
  const { allOf = [], oneOf, const: constant, ...rest } = resolveRef(document, schema)
  let whole: Schema = {
    ...rest,
    ...(oneOf && !rest.anyOf ? { anyOf: oneOf } : {}),
    ...(constant !== undefined && !rest.enum ? { enum: [constant] } : {}),
  }
  for (const part of allOf) whole = joined(whole, merged(document, part))
  return whole
}

const joined = (one: Schema, other: Schema): Schema => ({
  ...other,
  ...one,
  properties: { ...other.properties, ...one.properties },
  required: [...(other.required ?? []), ...(one.required ?? [])],
})
