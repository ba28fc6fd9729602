import { type OpenApi, resolveRef, type Schema } from '../openapi/openapi-types.ts'

/** What a reader would see there, by the name of the field; whatever is not named here says what it is by its own name. */
const TEXTS: [name: RegExp, text: string][] = [
  [/(^|_)id$/, '7'],
  [/email/, 'ada@example.org'],
  [/^first_name$/, 'Ada'],
  [/^last_name$/, 'Okafor'],
  [/^(ticket_name|name|steward|holder)$/, 'Ada Okafor'],
  [/^(event_title|title)$/, 'Harbour Derby'],
  [/^(price_title)$/, 'Adult'],
  [/category_title$/, 'North Stand'],
  [/currency$/, 'EUR'],
  [/symbol$/, '€'],
  [/country$/, 'DK'],
  [/timezone$/, 'Europe/Copenhagen'],
  [/language/, 'en'],
  [/url|images|issuer/, 'https://club.example/'],
  [/uuid/, '0b9f3c52-3a43-4c6e-9a57-5f6a1d0e8c21'],
  [/mobile|phone/, '+4520304050'],
  [/colou?r/, '#1f6b4a'],
  [/^tax_key$/, '40'],
  [/(secret|token|key)$/, '…'],
]

/** Some Saturday's kick-off, and the same as a day. */
const UNIX = 1_793_455_200
const MOMENT = '2026-10-31T14:00:00Z'

const DEPTH_MAX = 6

/** An answer as the schema describes it: every field, one entry in each list, the first of several choices. */
export function sampleOf(document: OpenApi, schema: Schema, name = '', depth = 0): unknown {
  const { type, properties, items, anyOf, oneOf, allOf, ...described } = resolveRef(document, schema)
  if (described.const !== undefined) return described.const
  const [choice] = described.enum ?? described['x-extensible-enum'] ?? []
  if (choice !== undefined) return choice
  const inner = (part: Schema, partName = name) => sampleOf(document, part, partName, depth + 1)
  if (allOf) return Object.assign({}, ...allOf.map((part) => inner(part)))
  const [one] = anyOf ?? oneOf ?? []
  if (one) return inner(one)
  const [kind = 'object'] = [type ?? []].flat()
  if (kind === 'array') return items && depth < DEPTH_MAX ? [inner(items)] : []
  if (kind === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([field, part]) => [field, inner(part, field)]))
  if (kind === 'boolean') return name !== 'has_more'
  if (kind === 'null') return null
  return kind === 'string' ? textOf(name, described) : numberOf(name, described)
}

function textOf(name: string, { format, maxLength, examples }: Schema): string {
  const [example] = Array.isArray(examples) ? examples : []
  if (example !== undefined) return String(example)
  if (format === 'date-time' || name === 'timestamp') return MOMENT
  const text = TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? name.replaceAll('_', ' ')
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text
}

function numberOf(name: string, { minimum, maximum }: Schema): number {
  const wanted = /unix/.test(name) ? UNIX : /_id$/.test(name) ? 7 : 2
  return Math.min(Math.max(wanted, Number(minimum ?? wanted)), Number(maximum ?? wanted))
}
