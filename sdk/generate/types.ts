import type { Schema } from '../../server/platform/openapi/openapi-types.ts'

/** The TypeScript type of a schema. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOfRef(schema.$ref)
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
  if (schema.anyOf) return union(schema.anyOf.map(typeOf))
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  // Later versions may add values: the known ones are offered, and any other is still a string.
  if (schema['x-extensible-enum'])
    return nullable(schema, union([...schema['x-extensible-enum'].map(literal), openOf(schema)]))
  const types = schema.type === undefined ? ['unknown'] : [schema.type].flat()
  return union(types.map((type) => plainType(type, schema)))
}

export const nameOfRef = (reference: string): string => reference.split('/').at(-1) ?? ''

const literal = (value: unknown): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const union = (types: string[]): string => [...new Set(types)].join(' | ')

const openOf = ({ type }: Schema): string => ([type].flat().includes('integer') ? '(number & {})' : '(string & {})')

const nullable = ({ type }: Schema, types: string): string =>
  [type].flat().includes('null') ? `${types} | null` : types

function plainType(type: string, { items = {}, properties, required = [], additionalProperties }: Schema): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const item = typeOf(items)
      return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`
    }
    case 'object': {
      if (!properties) {
        return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
      }
      const fields = Object.entries(properties).map(([name, part]) => field(name, part, required.includes(name)))
      return `{\n${fields.join('')}}`
    }
    default:
      return type
  }
}

const field = (name: string, schema: Schema, isRequired: boolean): string =>
  `${comment(schema.description, '  ')}  ${/^\w+$/.test(name) ? name : quoted(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}${
    isRequired ? '' : ' | undefined'
  }\n`

export const comment = (text: unknown, indent = ''): string =>
  typeof text === 'string' && text !== '' ? `${indent}/** ${text.replaceAll('*/', '* /')} */\n` : ''
