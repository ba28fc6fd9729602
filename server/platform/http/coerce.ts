/** How many unknown fields may still be kept, to be named in the refusal; all objects of one value share it. */
type Budget = { unknown: number }
type Coerce = (value: unknown, budget: Budget) => unknown

/** More are refused all the same, and not named: naming a hundred thousand would cost the server for one bad request. */
const UNKNOWN_MAX = 100

/**
 * Turns the strings of forms, queries and paths into what the schema asks for, and applies defaults. Strictly: `0x10`,
 * `1e2` and ` 10` stay strings and are then refused by the validator. The same rules serve JSON, where a caller may
 * send the digits of an id instead of the number. Returns a new value, no deeper and hardly larger than the schema allows: what
 * is refused for its place or its kind is not looked into, neither here nor later.
 */
export function coercerOf(schema: JsonSchema): (value: unknown) => unknown {
  const coerce = coercer(schema)
  return (value) => coerce(value, { unknown: UNKNOWN_MAX })
}

function coercer(schema: JsonSchema): Coerce {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const object = types.includes('object') ? objectCoercer(schema) : undefined
  const item = types.includes('array') && schema.items ? coercer(schema.items) : undefined
  const isKnown = types.length > 0
  return (value, budget) => {
    if (typeof value === 'string') return coerceString(types, value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      if (!item) return isKnown && !types.includes('array') ? [] : value
      // One item too many is enough for the validator to say so; converting the rest would be wasted work.
      return value.slice(0, (schema.maxItems ?? value.length) + 1).map((one) => item(one, budget))
    }
    if (!object) return isKnown ? {} : value
    return object(value as Record<string, unknown>, budget)
  }
}

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  maxItems?: number
  additionalProperties?: unknown
  default?: unknown
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectCoercer(
  schema: JsonSchema,
): (value: Record<string, unknown>, budget: Budget) => Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {})
  const coercers = new Map(properties.map(([name, property]) => [name, coercer(property)]))
  const defaults = properties.filter(([, property]) => property.default !== undefined)
  const isOpen = schema.additionalProperties !== false
  return (value, budget) => {
    const result: Record<string, unknown> = Object.create(null)
    for (const name of Object.keys(value)) {
      const coerceProperty = coercers.get(name)
      if (coerceProperty) result[name] = coerceProperty(value[name], budget)
      else if (isOpen) result[name] = value[name]
      else if (budget.unknown > 0) {
        budget.unknown -= 1
        result[name] = null
      }
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
