import { type OpenApi, type OpenApiOperation, resolveRef, type Schema } from '../openapi/openapi-types.ts'
import { type Html, html } from '../values/html.ts'
import { anchorOf } from './markdown.ts'
import { sampleOf } from './sample.ts'
import { fieldTable } from './schema-table.ts'
import type { Hit } from './search.ts'

/** The catalogue of webhook messages: each type with its moment, the scope that it needs, its fields and a sample. */
export const MESSAGES = { title: 'Webhook events', address: '/docs/reference/webhook-events' }

type Message = { type: string; moment: string; scope: string; schema: Schema }

const messagesOf = ({ webhooks = {} }: OpenApi): Message[] =>
  Object.entries(webhooks).map(([type, { post }]) => {
    const { description, requestBody }: OpenApiOperation & { description?: string } = post
    const schema = requestBody?.content?.['application/json']?.schema
    if (schema === undefined || description === undefined) throw new Error(`${type} is not described`)
    return { type, moment: description, scope: post['x-scope'] ?? '', schema }
  })

const addressOf = (type: string) => `${MESSAGES.address}#${anchorOf(type)}`

const LEAD = 'Everything that Grandstand tells your software by itself, and exactly what it sends.'

/** A sample has the type of its message, where the schema allows types of a later version as well. */
const sampleText = (document: OpenApi, { type, schema }: Message): string =>
  JSON.stringify({ ...(sampleOf(document, schema) as object), type }, null, 2)

export function messagesPage(document: OpenApi): Html {
  const messages = messagesOf(document)
  return html`<h1>${MESSAGES.title}</h1>
<p class="lead">${LEAD}</p>
<p>How to receive, verify and order them is in the <a href="/docs/guides/webhooks">guide to webhooks</a>.</p>
<ul class="operations">${messages.map(
    ({ type, moment }) => html`<li><a href="#${anchorOf(type)}">${type}</a> ${moment}</li>`,
  )}</ul>
${messages.map((message) => messageSection(document, message))}`
}

const messageSection = (document: OpenApi, message: Message): Html => html`<section class="operation">
<h2 id="${anchorOf(message.type)}"><a href="#${anchorOf(message.type)}">${message.type}</a></h2>
<p>${message.moment}</p>
<p class="keys">Sent to endpoints whose key may read <code>${message.scope}</code>.</p>
${fieldTable(document, dataOf(document, message))}
<details><summary>The whole message</summary><pre tabindex="0"><code>${sampleText(document, message)}</code></pre></details>
</section>
`

/** The fields that differ from type to type; those around them are in the guide. */
function dataOf(document: OpenApi, { type, schema }: Message): Schema {
  const data = resolveRef(document, schema).properties?.data
  if (data === undefined) throw new Error(`${type} has no data`)
  return data
}

/** The same for programs that read Markdown. */
export function messagesMarkdown(document: OpenApi): string {
  const sections = messagesOf(document).map((message) =>
    [
      `## ${message.type}`,
      message.moment,
      `Scope \`${message.scope}\``,
      `\`\`\`json\n${sampleText(document, message)}\n\`\`\``,
    ].join('\n\n'),
  )
  return `${[`# ${MESSAGES.title}`, LEAD, ...sections].join('\n\n')}\n`
}

export const messageHits = (document: OpenApi, rank: number): Hit[] =>
  messagesOf(document).map(({ type, moment, scope }) => ({
    title: type,
    place: MESSAGES.title,
    address: addressOf(type),
    text: moment,
    scope,
    rank,
  }))
