import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type OpenApi,
  type OpenApiOperation,
  operationsOf,
  type Schema,
} from '../../server/platform/openapi/openapi-types.ts'
import { camel, methodOf, resourceOf } from '../../server/platform/openapi/sdk-names.ts'
import { comment, nameOfRef, quoted, typeOf } from './types.ts'

// node sdk/generate/generate.ts           writes what the SDK knows of the API
// node sdk/generate/generate.ts --check   says whether that is stale

const root = join(import.meta.dirname, '..', '..')
const document: OpenApi = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'))
const HEAD = '// Made from openapi.json by npm run openapi. Do not change it by hand.\n'

type Method = {
  resource: string
  name: string
  verb: string
  path: string
  /** `list` gives pages, `raw` the answer as it is: an image, a file, a stream. */
  kind: 'object' | 'list' | 'raw'
  operation: OpenApiOperation
}

const schemas = document.components?.schemas ?? {}

const methods = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  operationsOf(item, document).map(([verb, operation]): Method => {
    const { resource, noun } = resourceOf(operation.tags?.[0] ?? '')
    const name = methodOf(operation.operationId ?? '', noun)
    return { resource, name, verb, path, kind: kindOf(operation), operation }
  }),
)

function kindOf(operation: OpenApiOperation): Method['kind'] {
  const answer = answerOf(operation)
  if (!answer) return 'raw'
  const { properties = {} } = answer.$ref ? (schemas[nameOfRef(answer.$ref)] ?? {}) : answer
  return properties.data?.type === 'array' ? 'list' : 'object'
}

function answerOf({ responses = {} }: OpenApiOperation): Schema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return success?.content?.['application/json']?.schema
}

function modelsFile(): string {
  const models = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`,
  )
  const types = Object.entries(document.webhooks ?? {}).map(([type, { post }]) => {
    const schema = post.requestBody?.content?.['application/json']?.schema ?? {}
    return `  ${quoted(type)}: ${typeOf(schema)}\n`
  })
  return `${HEAD}\n${models.join('\n')}\n/** What an endpoint is sent, by type. */\nexport type Messages = {\n${types.join('')}}\n`
}

/** What a caller gives beside the ids of the path: a query, or a body. */
function inputOf({
  parameters = [],
  requestBody,
}: OpenApiOperation): { type: string; isRequired: boolean } | undefined {
  const body = requestBody?.content?.['application/json']?.schema
  if (body) {
    const { required = [] } = body.$ref ? (schemas[nameOfRef(body.$ref)] ?? {}) : body
    return { type: typeOf(body), isRequired: required.length > 0 }
  }
  const query = parameters.filter(({ in: place }) => place === 'query')
  if (query.length === 0) return undefined
  const properties = Object.fromEntries(query.map(({ name, schema = {}, ...rest }) => [name, { ...rest, ...schema }]))
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name)
  return { type: typeOf({ type: 'object', properties, required } as Schema), isRequired: required.length > 0 }
}

function signatureOf({ name, kind, operation }: Method): string {
  const {
    summary,
    description,
    parameters = [],
  } = operation as OpenApiOperation & { summary?: string; description?: string }
  const ids = parameters
    .filter(({ in: place }) => place === 'path')
    .map(({ name: id }) => `${camel(id)}: string | number`)
  const input = inputOf(operation)
  const given = input ? [`input${input.isRequired ? '' : '?'}: ${input.type}`] : []
  const answer = answerOf(operation)
  const type = answer ? typeOf(answer) : 'Response'
  const returned = kind === 'list' ? `List<${type}>` : `Promise<${type}>`
  const words = [summary, description].filter(Boolean).join('. ')
  return `${comment(words, '    ')}    ${name}(${[...ids, ...given, 'options?: CallOptions'].join(', ')}): ${returned}\n`
}

const byResource = [...Map.groupBy(methods, ({ resource }) => resource)].sort(([a], [b]) => (a < b ? -1 : 1))

function operationsFile(): string {
  const resources = byResource.map(([resource, list]) => `  ${resource}: {\n${list.map(signatureOf).join('')}  }\n`)
  const body = `export type Operations = {\n${resources.join('')}}\n`
  const code = body.replaceAll(/\/\*\*.*?\*\//g, '')
  const used = Object.keys(schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(code))
  const models = `import type {\n${used.map((name) => `  ${name},\n`).join('')}} from './models.ts'\n`
  return `${HEAD}\nimport type { CallOptions } from '../calling/call-options.ts'\nimport type { List } from '../calling/list.ts'\n${models}\n${body}`
}

/** `n` where there is neither query nor body to give, `r` for what is no JSON, `l` for a list with as many as a page can have. */
function markOf({ kind, operation }: Method): string {
  const limit = operation.parameters?.find(({ name }) => name === 'limit')?.schema?.maximum ?? ''
  const mark = `${inputOf(operation) ? '' : 'n'}${{ object: '', list: `l${limit}`, raw: 'r' }[kind]}`
  return mark === '' ? '' : ` ${mark}`
}

/** What the console's first page calls, and those who sign in. They are a file of their own, so that they come without all the others. */
const FIRST_PAGE = ['events', 'figures', 'organisation', 'prices', 'search', 'staff']

/** Of each operation `name verb path mark`, in as few letters as a program needs. Each resource by itself, so that a page may have some of them only. */
function tableOf(isWanted: (resource: string) => boolean): string {
  const rows = byResource
    .filter(([resource]) => isWanted(resource))
    .map(([resource, list]) => {
      const lines = list.map((method) => {
        const { name, verb, path } = method
        return `${name} ${verb} ${path.replaceAll(/\{\w+\}/g, '*')}${markOf(method)}`
      })
      return `export const ${resource} =\n  ${quoted(lines.join(';'))}\n`
    })
  return rows.join('\n')
}

const tableFile = (): string =>
  `${HEAD}\nexport { ${FIRST_PAGE.join(', ')} } from './first-page.ts'\n\n${tableOf((name) => !FIRST_PAGE.includes(name))}`

const files = {
  'models.ts': modelsFile(),
  'operations.ts': operationsFile(),
  'first-page.ts': `${HEAD}\n${tableOf((name) => FIRST_PAGE.includes(name))}`,
  'table.ts': tableFile(),
}
for (const [resource, list] of byResource) {
  const names = list.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`two operations are called ${resource}.${twice}`)
}
for (const [name, text] of Object.entries(files)) {
  const path = join(root, 'sdk', 'src', 'generated', name)
  if (!process.argv.includes('--check')) await writeFile(path, text)
  else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    console.error(`sdk/src/generated/${name} is stale: run npm run openapi`)
    process.exitCode = 1
  }
}
