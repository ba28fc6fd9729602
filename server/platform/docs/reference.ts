import {
  type OpenApi,
  type OpenApiOperation,
  operationsOf,
  type Parameter,
  resolveRef,
} from '../openapi/openapi-types.ts'
import { methodOf, resourceOf } from '../openapi/sdk-names.ts'
import { type Html, html } from '../values/html.ts'
import { anchorOf, renderInline } from './markdown.ts'
import { pythonOf } from './python-snippet.ts'
import { sampleOf } from './sample.ts'
import { fieldRow, fieldTable, objectAddress } from './schema-table.ts'
import { curlOf, type Examples, sdkCallOf, variablesOf } from './snippet.ts'

export type Section = { name: string; description: string }
type Described = { id: string; method: string; path: string; tag: string; operation: OpenApiOperation & Words }
type Words = { summary?: string; description?: string }

export const referenceAddress = (tag: string): string => `/docs/reference/${anchorOf(tag)}`

export const entriesOf = (document: OpenApi): Described[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    operationsOf(item, document).map(([method, operation]) => {
      const { operationId: id = '', tags: [tag = ''] = [] } = operation
      return { id, method, path, tag, operation }
    }),
  )

/** All operations about one kind of thing. */
export function referencePage(document: OpenApi, { name, description }: Section, examples: Examples): Html {
  const entries = entriesOf(document).filter(({ tag }) => tag === name)
  return html`<h1>${name}</h1>
<p class="lead">${renderInline(description)}</p>
<p class="keys">In the examples <code>URL</code> is the address of this server and <code>KEY</code> an API key; <code>api</code> is the <a href="/docs/sdk">SDK</a>.</p>
<ul class="operations">${entries.map(
    ({ id, method, path, operation }) =>
      html`<li><a href="#${id}">${operation.summary}</a> <code>${method} ${path}</code></li>`,
  )}</ul>
${entries.map((entry) => operationSection(document, entry, examples))}`
}

function operationSection(document: OpenApi, entry: Described, examples: Examples): Html {
  const { id, method, path, operation } = entry
  const body = operation.requestBody?.content?.['application/json']?.schema
  const given = (operation.parameters ?? []).filter(({ in: place }) => place !== 'header')
  return html`<section class="operation">
<h2 id="${id}"><a href="#${id}">${operation.summary}</a></h2>
<p class="call"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></p>
<p class="keys">${keysOf(operation)}</p>
${operation.description ? html`<p>${renderInline(operation.description)}</p>` : ''}
${given.length > 0 ? html`<h3>Parameters</h3>${parameterTable(given)}` : ''}
${body ? html`<h3>Body</h3>${fieldTable(document, body)}` : ''}
${exampleOf(document, entry, examples)}${tryOf(entry, examples)}
<h3>Answer</h3>${answersOf(document, operation)}
</section>
`
}

function keysOf(operation: OpenApiOperation): Html {
  const scope = operation['x-scope']
  if (operation.security?.some(({ session }) => session)) return html`Signed-in staff.`
  if (scope === undefined) return html`No key.`
  if (scope.startsWith('gate:')) return html`Gate keys.`
  return html`Secret keys with the scope <code>${scope}</code>${operation['x-publishable'] ? '; publishable keys' : ''}.`
}

const parameterTable = (parameters: (Parameter & Words)[]): Html =>
  html`<div class="wide"><table class="fields"><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${parameters.map(
    ({ name, schema = {}, required = false, description }) => fieldRow(name, schema, required, description),
  )}</tbody></table></div>`

function exampleOf(document: OpenApi, { id, method, path, tag, operation }: Described, examples: Examples): Html {
  const snippet = examples[id]
  if (snippet === undefined) return html``
  const { resource, noun } = resourceOf(tag)
  const names = [...new Set(variablesOf(snippet).map(({ name }) => name))]
  const sources = names.map((name) => sourceOf(document, name)).filter((source) => source !== undefined)
  const isOpen = operation['x-scope'] === undefined
  const languages = [
    ['curl', curlOf(method, path, snippet, isOpen)],
    ['TypeScript', sdkCallOf(resource, methodOf(id, noun), path, snippet)],
    ['Python', pythonOf(method, path, snippet, isOpen)],
  ] as const
  return html`<h3>Example</h3>
<div class="languages">${languages.map(
    ([language, code]) =>
      html`<div class="language" data-language="${language}"><p>${language}</p><pre tabindex="0"><code>${code}</code></pre></div>`,
  )}</div>
${sources.length > 0 ? html`<p class="sources">${sources}</p>` : ''}`
}

/** What the script of the page needs to send it. Sessions and gates have other ways in than a key that a reader has. */
function tryOf({ id, method, path, operation }: Described, examples: Examples): Html {
  const scope = operation['x-scope']
  const isForOthers = operation.security?.some(({ session }) => session) || scope?.startsWith('gate:')
  if (isForOthers || examples[id] === undefined) return html``
  const query = (operation.parameters ?? []).filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const example = { method, path, query, example: examples[id], isOpen: scope === undefined }
  return html`<div class="try-it" data-id="${id}" data-try="${JSON.stringify(example)}"></div>`
}

/** Where a reader finds the id that a variable stands for: the list of the objects that it belongs to, which name it first. */
function sourceOf(document: OpenApi, variable: string): Html | undefined {
  const field = variable.toLowerCase()
  const list = entriesOf(document).find(({ method, operation }) => {
    const schema = operation.responses?.['200']?.content?.['application/json']?.schema
    if (method !== 'GET' || schema === undefined) return false
    const items = resolveRef(document, schema).properties?.data?.items
    return items !== undefined && Object.keys(resolveRef(document, items).properties ?? {})[0] === field
  })
  if (list === undefined) return undefined
  const address = `${referenceAddress(list.tag)}#${list.id}`
  return html`<code>${variable}</code>: <code>${field}</code> in <a href="${address}">${list.operation.summary}</a>. `
}

function answersOf(document: OpenApi, { responses = {} }: OpenApiOperation): Html {
  const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const [type, content] = Object.entries(answer?.content ?? {})[0] ?? []
  const name = content?.schema?.$ref?.split('/').at(-1)
  const what = name
    ? html`<a href="${objectAddress(name)}">${name}</a>`
    : type
      ? html`<code>${type}</code>`
      : html`without a body`
  const schema = type === 'application/json' ? content?.schema : undefined
  const fields = schema ? fieldTable(document, schema) : html``
  return html`<p>${status}, ${what}. Refusals have a <a href="/docs/errors">code</a>.</p>
${schema ? html`<details><summary>What it looks like</summary><pre tabindex="0"><code>${JSON.stringify(sampleOf(document, schema), null, 2)}</code></pre></details>` : ''}
${fields.text === '' ? '' : html`<details><summary>Its fields</summary>${fields}</details>`}`
}

/** One kind of object: its fields, and who answers with it or takes it. */
export function objectPage(document: OpenApi, name: string): Html | undefined {
  const schema = document.components?.schemas?.[name]
  if (schema === undefined) return undefined
  const reference = `"#/components/schemas/${name}"`
  const uses = entriesOf(document).filter(({ operation }) => JSON.stringify(operation).includes(reference))
  return html`<h1><code>${name}</code></h1>
${schema.description ? html`<p class="lead">${renderInline(String(schema.description))}</p>` : ''}
${fieldTable(document, schema)}
${
  uses.length > 0
    ? html`<h2>Operations</h2><ul>${uses.map(
        ({ id, tag, operation }) => html`<li><a href="${referenceAddress(tag)}#${id}">${operation.summary}</a></li>`,
      )}</ul>`
    : ''
}`
}
