import { type OpenApi, type Parameter, resolveRef, type Schema } from '../openapi/openapi-types.ts'
import { methodOf, resourceOf } from '../openapi/sdk-names.ts'
import type { NavGroup } from './layout.ts'
import { pythonOf } from './python-snippet.ts'
import { entriesOf, type Section } from './reference.ts'
import { curlOf, type Examples, sdkCallOf } from './snippet.ts'

/** For programs that read: what there is, and where each page is as Markdown (https://llmstxt.org). */
export function llmsText(nav: NavGroup[]): string {
  const groups = nav.map(({ heading, links }) =>
    [`## ${heading}`, '', ...links.map(({ address, title }) => `- [${title}](${address}.md)`)].join('\n'),
  )
  return `${[
    '# Grandstand',
    '> Headless ticketing, membership and access control: events, stock, baskets, payments, members and gates behind one REST API over JSON.',
    'Every page below is Markdown. The whole API as OpenAPI 3.1: [openapi.json](/openapi.json). Errors have a stable `code`; every change takes an `Idempotency-Key`; times are Unix seconds, money is a decimal.',
    ...groups,
  ].join('\n\n')}\n`
}

/** All operations about one kind of thing. */
export function referenceMarkdown(document: OpenApi, { name, description }: Section, examples: Examples): string {
  const sections = entriesOf(document)
    .filter(({ tag }) => tag === name)
    .map(({ id, method, path, tag, operation }) => {
      const { parameters = [], requestBody, responses = {} } = operation
      const snippet = examples[id]
      const { resource, noun } = resourceOf(tag)
      const body = requestBody?.content?.['application/json']?.schema
      const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
      const reply = answer?.content?.['application/json']?.schema
      return [
        `## ${operation.summary}`,
        `\`${method} ${path}\`${operation['x-scope'] === undefined ? '' : `, scope \`${operation['x-scope']}\``}${operation['x-publishable'] ? ', publishable keys too' : ''}`,
        operation.description ?? '',
        bulleted('Parameters', parameters.map(parameterLine)),
        body ? bulleted('Body', fieldLines(document, body)) : '',
        snippet ? fenced('sh', curlOf(method, path, snippet, operation['x-scope'] === undefined)) : '',
        snippet ? fenced('ts', sdkCallOf(resource, methodOf(id, noun), path, snippet)) : '',
        snippet ? fenced('python', pythonOf(method, path, snippet, operation['x-scope'] === undefined)) : '',
        reply ? bulleted(`Answer ${status}`, fieldLines(document, reply)) : `Answer ${status}`,
      ]
        .filter((part) => part !== '')
        .join('\n\n')
    })
  return `${[`# ${name}`, description, ...sections].join('\n\n')}\n`
}

/** One kind of object. */
export function objectMarkdown(document: OpenApi, name: string): string | undefined {
  const schema = document.components?.schemas?.[name]
  return schema && `# ${name}\n\n${fieldLines(document, schema).join('\n')}\n`
}

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``
const bulleted = (title: string, lines: string[]) => (lines.length === 0 ? '' : `**${title}**\n\n${lines.join('\n')}`)

const parameterLine = ({ name, required, schema = {}, description }: Parameter & { description?: string }) =>
  lineOf(name, schema, required ?? false, description)

function lineOf(
  name: string,
  schema: Schema,
  isRequired: boolean,
  description = String(schema.description ?? ''),
): string {
  const words = [typeOf(schema), isRequired ? 'required' : '', description].filter((part) => part !== '')
  return `- \`${name}\`: ${words.join('; ')}`
}

/** Fields with those of what they hold, one level deep: an object with a name has a page. */
function fieldLines(document: OpenApi, schema: Schema): string[] {
  const parts = schema.allOf ?? [schema]
  return parts.flatMap((part) => {
    const { properties = {}, required = [] } = resolveRef(document, part)
    return Object.entries(properties).map(([name, field]) => lineOf(name, field, required.includes(name)))
  })
}

function typeOf(schema: Schema): string {
  const reference = schema.$ref?.split('/').at(-1)
  if (reference !== undefined) return `[${reference}](/docs/objects/${reference}.md)`
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (either) return either.map(typeOf).join(' or ')
  const choices = schema.enum ?? schema['x-extensible-enum']
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  return [schema.type ?? 'any value'].flat().join(' or ')
}
