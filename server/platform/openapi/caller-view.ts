type Json = Record<string, unknown>
type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Json }
type Operation = {
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Json }> }
  responses?: Record<string, { description?: string }>
  'x-idempotent'?: boolean
}

const SUCCESS_TEXT: Record<string, string> = { '200': 'The request succeeded.', '201': 'It was created.' }
/** What the generator says where the operation gives no description. */
const NO_TEXT = 'Default Response'

const idempotencyKey: Parameter = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description: 'The same request again, under the same key and within 24 hours, gets the first answer again',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Answers give these ids as text. What was read must be good to send, by the word of the description too. */
const TEXT_IDS = ['event_id', 'venue_id', 'price_id']

/** What holds for every operation and stands in no schema: said here once, for people and for generated clients. */
export function asCallersSeeIt(document: Json): Json {
  const paths = (document.paths ?? {}) as Record<string, Record<string, Operation>>
  const tagsInUse = new Set<string>()
  for (const path of Object.values(paths)) {
    for (const [method, operation] of Object.entries(path)) {
      for (const tag of operation.tags ?? []) tagsInUse.add(tag)
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in === 'path' || TEXT_IDS.includes(parameter.name)) orText(parameter.schema)
      }
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) textIdsIn(schema)
      if (method !== 'get' && operation['x-idempotent'] !== false)
        operation.parameters = [...(operation.parameters ?? []), { ...idempotencyKey }]
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        if (response.description === NO_TEXT) response.description = SUCCESS_TEXT[status] ?? NO_TEXT
      }
    }
  }
  const tags = ((document.tags ?? []) as { name: string }[]).filter(({ name }) => tagsInUse.has(name))
  return { ...document, tags }
}

function textIdsIn(schema: Json | undefined): void {
  if (schema?.items) textIdsIn(schema.items as Json)
  for (const [name, property] of Object.entries((schema?.properties ?? {}) as Record<string, Json>)) {
    if (TEXT_IDS.includes(name)) orText(property)
    else textIdsIn(property)
  }
}

function orText(schema: Json): void {
  const types = [schema.type].flat() as string[]
  if (types.includes('integer')) schema.type = ['string', ...types.filter((type) => type !== 'string')]
}
