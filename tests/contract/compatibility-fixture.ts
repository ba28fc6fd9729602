import type { OpenApi, OpenApiOperation, Parameter, Schema } from '../../server/platform/openapi/openapi-types.ts'

export const PLACE = 'POST /v1/things'

export const described = (operation: OpenApiOperation, schemas: Record<string, Schema> = {}): OpenApi => ({
  paths: { '/v1/things': { post: { operationId: 'createThing', ...operation } } },
  components: { schemas },
})

export const answering = (schema: Schema, schemas?: Record<string, Schema>) =>
  described({ responses: { '200': { content: { 'application/json': { schema } } } } }, schemas)

export const taking = (schema: Schema, schemas?: Record<string, Schema>) => {
  const content = { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } }
  return described({ requestBody: { content } }, schemas)
}

const asking = (...parameters: Parameter[]) => described({ parameters })
const query = (schema: Schema, required = false): Parameter => ({ name: 'limit', in: 'query', required, schema })

export const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
})
export const text: Schema = { type: 'string' }
export const maybeText: Schema = { type: ['string', 'null'] }
export const thing = object({ id: { type: 'integer' }, name: text })

/** From the first to the second breaks, in these words; the way back is an addition and breaks nothing. */
export const oneWay: Record<string, [OpenApi, OpenApi, string]> = {
  'a path is gone': [described({}), { paths: {} }, ': is gone'],
  'a method is gone': [described({}), { paths: { '/v1/things': { parameters: [] } } }, ': is gone'],
  'a success status is gone': [
    described({ responses: { '200': {}, '202': {} } }),
    described({ responses: { '202': {} } }),
    ' 200: is gone',
  ],
  'a media type of the answer is gone': [
    described({ responses: { '200': { content: { 'application/json': {}, 'text/csv': {} } } } }),
    described({ responses: { '200': { content: { 'application/json': {} } } } }),
    ' 200: text/csv is gone',
  ],
  'a media type of the body is gone': [
    taking(text),
    described({ requestBody: { content: { 'application/json': { schema: text } } } }),
    ' body: application/x-www-form-urlencoded is gone',
  ],
  'a field of the answer is gone': [
    answering(thing),
    answering(object({ id: { type: 'integer' } })),
    ' 200 $.name: is gone',
  ],
  'a field of the answer may be null': [
    answering(object({ name: text })),
    answering(object({ name: maybeText })),
    ' 200 $.name: may now be null',
  ],
  'a field of the answer may be absent': [
    answering(object({ name: text })),
    answering(object({ name: text }, [])),
    ' 200 $.name: may now be absent',
  ],
  'a number of the answer is no longer whole': [
    answering(object({ n: { type: 'integer' } })),
    answering(object({ n: { type: 'number' } })),
    ' 200 $.n: was integer, is number',
  ],
  'a field of the items of a list is gone': [
    answering(object({ data: { type: 'array', items: thing } })),
    answering(object({ data: { type: 'array', items: object({ id: { type: 'integer' } }) } })),
    ' 200 $.data[].name: is gone',
  ],
  'an answer has an alternative more': [
    answering({ anyOf: [thing] }),
    answering({ anyOf: [thing, text] }),
    ' 200 $: has an alternative more',
  ],
  'a parameter is gone': [asking(query(text)), asking(), ' query limit: is gone'],
  'a parameter becomes required': [asking(query(text)), asking(query(text, true)), ' query limit: is now required'],
  'a parameter takes less': [
    asking(query({ type: 'integer', maximum: 100 })),
    asking(query({ type: 'integer', maximum: 50 })),
    ' query limit: maximum was 100, is 50',
  ],
  'a lower bound appears': [
    asking(query({ type: 'integer' })),
    asking(query({ type: 'integer', minimum: 1 })),
    ' query limit: minimum was not set, is 1',
  ],
  'an input takes fewer values': [
    asking(query({ type: 'string', enum: ['asc', 'desc'] })),
    asking(query({ type: 'string', enum: ['asc'] })),
    ' query limit: no longer takes desc',
  ],
  'free text becomes a choice': [
    asking(query(text)),
    asking(query({ type: 'string', enum: ['asc'] })),
    ' query limit: no longer takes other values',
  ],
  'a pattern appears': [
    taking(object({ name: text })),
    taking(object({ name: { type: 'string', pattern: '^a' } })),
    ' body $.name: pattern was not set, is ^a',
  ],
  'an input no longer takes null': [
    taking(object({ name: maybeText })),
    taking(object({ name: text })),
    ' body $.name: no longer takes null',
  ],
  'an input takes whole numbers only': [
    taking(object({ n: { type: 'number' } })),
    taking(object({ n: { type: 'integer' } })),
    ' body $.n: was number, is integer',
  ],
  'a body field is gone': [taking(object({ name: text }, [])), taking(object({})), ' body $.name: is gone'],
  'a body field becomes required': [
    taking(object({ name: text }, [])),
    taking(object({ name: text })),
    ' body $.name: is now required',
  ],
  'a body becomes required': [
    described({ requestBody: { content: {} } }),
    described({ requestBody: { required: true, content: {} } }),
    ' body: is now required',
  ],
  'a body is gone': [taking(object({})), described({}), ' body: is gone'],
  'an alternative of an input is gone': [
    taking({ anyOf: [text, { type: 'integer' }] }),
    taking({ anyOf: [text] }),
    ' body $: an alternative is no longer taken',
  ],
  'a key is asked for': [
    described({ security: [] }),
    described({ security: [{ apiKey: [] }] }),
    ' security: nothing else is no longer enough',
  ],
  'a second proof is asked for': [
    described({ security: [{ apiKey: [] }] }),
    described({ security: [{ apiKey: [], ssoToken: [] }] }),
    ' security: apiKey and nothing else is no longer enough',
  ],
}

/** These break in either direction: a change, not an addition. */
export const bothWays: Record<string, [OpenApi, OpenApi, string]> = {
  'a required header is new': [
    asking(),
    asking({ name: 'X-Token', in: 'header', required: true }),
    ' header x-token: is new and required',
  ],
  'a required body field is new': [taking(object({})), taking(object({ name: text })), ' body $.name: is now required'],
  'another operationId': [
    described({ operationId: 'a' }),
    described({ operationId: 'b' }),
    ' operationId: was a, is b',
  ],
  'another type of a field': [
    answering(object({ id: { type: 'integer' } })),
    answering(object({ id: text })),
    ' 200 $.id: was integer, is string',
  ],
  'another format of a field': [
    answering(object({ at: { type: 'string', format: 'date' } })),
    answering(object({ at: { type: 'string', format: 'date-time' } })),
    ' 200 $.at: format was date, is date-time',
  ],
  'another name for the kind of a list': [
    answering(object({ object: { type: 'string', const: 'things' } })),
    answering(object({ object: { type: 'string', enum: ['stuff'] } })),
    ' 200 $.object: was things, is stuff',
  ],
  'another scope': [
    described({ security: [{ apiKey: [] }], 'x-scope': 'a' }),
    described({ security: [{ apiKey: [] }], 'x-scope': 'b' }),
    ' security: needs the scope b instead of a',
  ],
  'another list by default': [
    asking(query({ type: 'array', default: ['a'] })),
    asking(query({ type: 'array', default: [] })),
    ' query limit: default was ["a"], is []',
  ],
  'another default': [
    asking(query({ type: 'integer', default: 20 })),
    asking(query({ type: 'integer', default: 50 })),
    ' query limit: default was 20, is 50',
  ],
}
