import { type OpenApi, resolveRef, type Schema } from '../openapi/openapi-types.ts'
import { type Html, html } from '../values/html.ts'
import { renderInline } from './markdown.ts'

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

export const objectAddress = (name: string): string => `/docs/objects/${name}`

/** A field and what is known of it, one row each; objects without a name have their fields below, indented by the path. */
export function fieldTable(document: OpenApi, schema: Schema): Html {
  const rows = fieldRows(document, resolveRef(document, schema), '')
  if (rows.length === 0) return html``
  return html`<div class="wide"><table class="fields"><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

function fieldRows(document: OpenApi, { properties = {}, required = [] }: Schema, prefix: string): Html[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    return [fieldRow(path, field, required.includes(name)), ...fieldRows(document, partsOf(field), `${path}.`)]
  })
}

/** The schema of an object, or of the items of a list, that has no page of its own. */
function partsOf(schema: Schema): Schema {
  const candidates = [schema, ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return candidates.find(({ properties, $ref }) => properties !== undefined && $ref === undefined) ?? {}
}

/** One row; also for what stands in the path or the query. */
export const fieldRow = (name: string, schema: Schema, required: boolean, description?: string): Html =>
  html`<tr><td><code>${name}</code>${required ? html` <small>required</small>` : ''}</td><td>${typeOf(schema)}</td><td>${renderInline(description ?? String(schema.description ?? ''))}${limitsOf(schema)}</td></tr>
`

function typeOf(schema: Schema): Html {
  const name = nameOf(schema)
  if (name !== undefined) return html`<a href="${objectAddress(name)}">${name}</a>`
  const choices = schema.enum ?? schema['x-extensible-enum']
  if (choices)
    return html`${choices.map((choice, index) => html`${index > 0 ? ' · ' : ''}<code>${String(choice)}</code>`)}`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (either) return html`${either.map((one, index) => html`${index > 0 ? ' or ' : ''}${typeOf(one)}`)}`
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  const types = [schema.type ?? 'any value'].flat().join(' or ')
  return html`${types}${schema.format ? html` <small>${schema.format}</small>` : ''}`
}

/** `*` is the value. */
const LIMITS: [keyword: string, words: string][] = [
  ['minimum', 'at least *'],
  ['maximum', 'at most *'],
  ['maxLength', 'at most * characters'],
  ['maxItems', 'at most * entries'],
  ['default', '* by default'],
]

function limitsOf(schema: Schema): Html {
  const known = LIMITS.filter(([keyword]) => schema[keyword] !== undefined && !hugeNumber(schema[keyword]))
  if (known.length === 0) return html``
  const words = known.map(([keyword, text]) => text.replace('*', () => JSON.stringify(schema[keyword])))
  return html` <small>${words.join(', ')}</small>`
}

/** The bounds of an id say nothing to a reader. */
const hugeNumber = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) > 1e12
