type Coerce = (value: unknown) => unknown

/**
 * Turns the strings of forms, queries and paths into what the schema asks for, and applies defaults. Strictly: `0x10`,
 * `1e2` and ` 10` stay strings and are then refused by the validator. The same rules serve JSON, where a caller may
 * send the digits of an id instead of the number. Returns a new value; the schema bounds how deep it goes.
 */
export function coercerOf(schema: JsonSchema): Coerce {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const object = types.includes('object') ? objectCoercer(schema) : undefined
  const item = types.includes('array') && schema.items ? coercerOf(schema.items) : undefined
  return (value) => {
    if (typeof value === 'string') return coerceString(types, value)
    if (object && isPlainObject(value)) return object(value)
    if (!item || !Array.isArray(value)) return value
    // One item too many is enough for the validator to say so; nobody pays for the rest.
    return value.slice(0, (schema.maxItems ?? value.length) + 1).map(item)
  }
}

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  maxItems?: number
  default?: unknown
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectCoercer(schema: JsonSchema): (value: Record<string, unknown>) => Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {})
  const coercers = new Map(properties.map(([name, property]) => [name, coercerOf(property)]))
  const defaults = properties.filter(([, property]) => property.default !== undefined)
  return (value) => {
    const result: Record<string, unknown> = Object.create(null)
    for (const name of Object.keys(value)) {
      const coerceProperty = coercers.get(name)
      result[name] = coerceProperty ? coerceProperty(value[name]) : value[name]
    }
    for (const [name, property] of defaults) {
      if (result[name] === undefined) result[name] = property.default
    }
    return result
  }
}

const INTEGER = /^-?[0-9]{1,16}$/
const DECIMAL = /^-?[0-9]{1,16}(?:\.[0-9]{1,6})?$/
const BOOLEANS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false }

function coerceString(types: string[], text: string): unknown {
  if (text === '' && types.includes('null')) return null
  // Before text, so that an id which may be either is the same value in a form and in JSON.
  if (types.includes('integer') && INTEGER.test(text)) return Number(text)
  if (types.includes('string')) return text
  if (types.includes('number') && DECIMAL.test(text)) return Number(text)
  if (types.includes('boolean') && Object.hasOwn(BOOLEANS, text)) return BOOLEANS[text]
  return text
}
