type Json = Record<string, unknown>
type Body = { required?: boolean; content?: Record<string, { schema?: Json }> }
type Operation = { parameters?: { required?: boolean; schema?: Json }[]; requestBody?: Body }

/**
 * What has a default may be left out. Our schemas list it as required because it is there once it has been read, and generators take
 * the word `default` of a named schema for the same promise (openapi-typescript, unless told otherwise). So a parameter is marked as optional, and
 * in a body the default is told in words and as `x-default`, which no generator reads as anything.
 */
export function describeDefaults(document: Json): Json {
  for (const path of Object.values((document.paths ?? {}) as Record<string, Record<string, Operation>>)) {
    for (const { parameters = [], requestBody } of Object.values(path)) {
      for (const parameter of parameters) if (parameter.schema?.default !== undefined) parameter.required = false
      if (requestBody) describeBody(requestBody)
    }
  }
  return document
}

/** One in which nothing has to be said may be left out as a whole. */
function describeBody(requestBody: Body): void {
  const media = Object.values(requestBody.content ?? {})
  for (const one of media) Object.assign(one, { schema: inWords(one.schema) })
  const isEmptyAllowed = ({ schema }: (typeof media)[number]) =>
    schema?.properties !== undefined && ((schema.required ?? []) as string[]).length === 0
  if (media.length > 0 && media.every(isEmptyAllowed)) requestBody.required = false
}

/** A copy: the two kinds of body have the same schema, and answers may share a part of it. */
function inWords(schema: Json | undefined): Json | undefined {
  if (schema === undefined) return undefined
  const { default: preset, ...copy } = schema
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const hasDefault = (name: string) => properties[name]?.default !== undefined
  if (schema.properties)
    copy.properties = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, inWords(field)]))
  if (schema.required) copy.required = (schema.required as string[]).filter((name) => !hasDefault(name))
  if (schema.items) copy.items = inWords(schema.items as Json)
  for (const word of ['anyOf', 'oneOf', 'allOf']) if (schema[word]) copy[word] = (schema[word] as Json[]).map(inWords)
  if (preset === undefined) return copy
  const words = `${JSON.stringify(preset).replaceAll('"', '`')} by default`
  const description = copy.description === undefined ? words : `${copy.description}; ${words}`
  return { ...copy, description, 'x-default': preset }
}
