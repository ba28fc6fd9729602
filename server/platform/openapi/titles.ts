import type { OpenApi, OpenApiOperation, Schema } from './openapi-types.ts'
import { operationsOf } from './openapi-types.ts'

/**
 * Gives a title to every object that has none: a generated client would have to invent a name, and another one with the next
 * version. A body is called like its operation, a list like what it lists, and what stands within an object like the object and
 * the field.
 */
export function withTitles(document: OpenApi): OpenApi {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    Object.fromEntries(
      operationsOf(item).map(([method, operation]) => [method.toLowerCase(), titledOperation(operation)]),
    ),
  ])
  const webhooks = Object.entries(document.webhooks ?? {}).map(([type, { post }]) => [
    type,
    { post: titledMessage(post) },
  ])
  return { ...document, paths: Object.fromEntries(paths), webhooks: Object.fromEntries(webhooks) }
}

/** The content of a message is a response, not a request body. */
const titledMessage = ({ requestBody = {}, ...operation }: OpenApiOperation): OpenApiOperation => ({
  ...operation,
  requestBody: withSchemas(requestBody, (schema) => openValues(titled(schema, pascal(operation.operationId ?? '')))),
})

function titledOperation(operation: OpenApiOperation): OpenApiOperation {
  const { operationId = '', requestBody, responses = {} } = operation
  const answers = Object.entries(responses).map(([status, answer]) => {
    const name = (schema: Schema) => listTitle(schema, operationId)
    return [
      status,
      status.startsWith('2') ? withSchemas(answer, (schema) => openValues(titled(schema, name(schema)))) : answer,
    ]
  })
  return {
    ...operation,
    ...(requestBody ? { requestBody: withSchemas(requestBody, (schema) => titled(schema, pascal(operationId))) } : {}),
    responses: Object.fromEntries(answers),
  }
}

type Content = { content?: Record<string, { schema?: Schema }> }

const withSchemas = <B extends Content>(body: B, change: (schema: Schema) => Schema): B => ({
  ...body,
  ...(body.content
    ? {
        content: Object.fromEntries(
          Object.entries(body.content).map(([type, media]) => [
            type,
            { ...media, ...(media.schema ? { schema: change(media.schema) } : {}) },
          ]),
        ),
      }
    : {}),
})

/** `listManagedEvents` gives a `ManagedTicketedEventList`: staff see other fields of the list than a shop. */
function listTitle({ properties = {} }: Schema, operationId: string): string {
  const item = Object.values(properties).find(({ type, items }) => type === 'array' && items?.title)?.items?.title
  if (item === undefined) return `${pascal(operationId)}Answer`
  const forStaff = operationId.startsWith('listManaged') && !item.startsWith('Managed')
  return `${forStaff ? 'Managed' : ''}${item}List`
}

export function titled(schema: Schema, name: string): Schema {
  const { properties, items, anyOf } = schema
  if (items) return { ...schema, items: titled(items, name.replace(/s$/, '')) }
  if (anyOf) return { ...schema, anyOf: anyOf.map((part) => titled(part, name)) }
  if (!properties) return schema
  const title = schema.title ?? name
  const fields = Object.entries(properties).map(([field, part]) => [field, titled(part, title + pascal(field))])
  return { ...schema, title, properties: Object.fromEntries(fields) }
}

/** Later versions may add values to a field of an answer, so a client must not take those of today for all there are. */
function openValues(schema: Schema): Schema {
  const { enum: values, properties, items, anyOf, ...rest } = schema
  return {
    ...rest,
    ...(values ? { 'x-extensible-enum': values } : {}),
    ...(items ? { items: openValues(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(openValues) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, openValues(part)])) }
      : {}),
  }
}

/** `best_available` becomes `BestAvailable`, `listEvents` `ListEvents`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())
