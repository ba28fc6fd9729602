import {
  type OpenApi,
  operationsOf,
  type Parameter,
  resolveRef,
  type Schema,
} from '../../platform/openapi/openapi-types.ts'

/** One operation as an agent is offered it (Model Context Protocol). */
export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: Schema
  annotations: { readOnlyHint: boolean; idempotentHint: boolean; destructiveHint: boolean }
}

/** With how it is called. */
export type OperationTool = Tool & { method: string; path: string; queryNames: string[]; scope: string }

const IDEMPOTENCY_KEY: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'the same call again under the same key happens once, and gets the first answer again; made anew where it is left out',
}

type Words = { summary?: string; description?: string }

/**
 * The operations that a secret key can call and that answer with JSON, reads first; those that change something only where they are
 * asked for. Their schemas are the API's own.
 */
export function toolsOf(document: OpenApi, { writes }: { writes: boolean }): OperationTool[] {
  const tools = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    operationsOf(item, document).flatMap(([method, operation]) => {
      const { operationId: name, parameters = [], requestBody, responses = {}, 'x-scope': scope } = operation
      const { summary = '', description = '' } = operation as Words
      const isRead = method === 'GET'
      const answers = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
      const isJson = answers?.content?.['application/json'] !== undefined
      if (name === undefined || scope === undefined || scope.startsWith('gate:') || !isJson || !(isRead || writes))
        return []
      const given = parameters.filter(({ in: place }) => place !== 'header')
      const body = requestBody?.content?.['application/json']?.schema
      return {
        name,
        title: summary,
        description: [summary, description, `Needs the scope ${scope}.`]
          .filter((text) => text !== '')
          .join('. ')
          .replaceAll('..', '.'),
        inputSchema: inputOf(document, given, body, requestBody?.required ?? false, isRead),
        // Every change has an Idempotency-Key, so that one that is repeated under it happens once. Cancelling and refunding are POSTs too.
        annotations: { readOnlyHint: isRead, idempotentHint: true, destructiveHint: !isRead },
        method,
        path,
        scope,
        queryNames: given.filter(({ in: place }) => place === 'query').map(({ name: query }) => query),
      }
    }),
  )
  return tools.toSorted((a, b) => Number(b.annotations.readOnlyHint) - Number(a.annotations.readOnlyHint))
}

function inputOf(
  document: OpenApi,
  parameters: (Parameter & Words)[],
  body: Schema | undefined,
  isBodyRequired: boolean,
  isRead: boolean,
): Schema {
  const properties = Object.fromEntries(
    parameters.map(({ name, schema = {}, description }) => [
      name,
      { ...whole(document, schema), ...(description === undefined ? {} : { description }) },
    ]),
  )
  return {
    type: 'object',
    properties: {
      ...properties,
      ...(body ? { body: whole(document, body) } : {}),
      ...(isRead ? {} : { idempotency_key: IDEMPOTENCY_KEY }),
    },
    required: [
      ...parameters.filter(({ required }) => required).map(({ name }) => name),
      ...(body && isBodyRequired ? ['body'] : []),
    ],
    additionalProperties: false,
  }
}

/** Without references, which a tool has no document to look up in. */
function whole(document: OpenApi, schema: Schema): Schema {
  const { $ref: _reference, ...described } = resolveRef(document, schema)
  const { properties, items, anyOf, oneOf, allOf } = described
  const all = (parts: Schema[]) => parts.map((part) => whole(document, part))
  return {
    ...described,
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, part]) => [name, whole(document, part)]),
          ),
        }
      : {}),
    ...(items ? { items: whole(document, items) } : {}),
    ...(anyOf ? { anyOf: all(anyOf) } : {}),
    ...(oneOf ? { oneOf: all(oneOf) } : {}),
    ...(allOf ? { allOf: all(allOf) } : {}),
  }
}
