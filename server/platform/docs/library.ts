import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApi } from '../openapi/openapi-types.ts'
import { type Html, html } from '../values/html.ts'
import { llmsText, objectMarkdown, referenceMarkdown } from './as-markdown.ts'
import { layout, type NavGroup } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { MESSAGES, messagesMarkdown, messagesPage } from './messages-page.ts'
import { type Page, readPages } from './pages.ts'
import { objectPage, referenceAddress, referencePage, type Section } from './reference.ts'
import { createSearch } from './search.ts'
import type { Examples } from './snippet.ts'

const root = join(import.meta.dirname, '..', '..', '..')

const guide = (name: string) => `docs/guides/${name}.md`
const decision = (name: string) => `docs/decisions/${name}.md`

/** What the side of every page names, by reader, in the order in which a newcomer reads. A test holds that every guide is here. */
const CONTENTS = [
  { heading: 'Begin', paths: ['quick-start', 'testing', 'season-in-a-minute', 'going-live'].map(guide) },
  {
    heading: 'Sell',
    paths: ['shop', 'checkout', 'seats', 'member-sales', 'selling-memberships', 'sso'].map(guide),
  },
  {
    heading: 'Write a program',
    paths: [...['calls', 'pagination', 'webhooks', 'members', 'gates', 'agents'].map(guide), 'sdk/README.md'],
  },
  { heading: 'Run a club', paths: ['setting-up', 'console', 'console-pages', 'scanner', 'mail'].map(guide) },
  { heading: 'Money', paths: ['open-items', 'bank-transfer', 'tax', 'peppol'].map(guide) },
  {
    heading: 'Look up',
    paths: ['docs/errors.md', decision('versioning'), decision('README'), 'docs/operating.md', 'docs/scaling.md'],
  },
]

const REFERENCE = 'Reference'

/** Whole pages by their address. */
export type Library = {
  find: (address: string) => string | undefined
  /** The same page as Markdown, for programs that read. */
  markdown: (address: string) => string | undefined
  search: (query: string) => string
  /** The page for an unknown address. */
  missing: () => string
}

/** The Markdown of the repository, and the reference made of the description of the API. */
export async function openLibrary(document: OpenApi & { tags?: Section[] }): Promise<Library> {
  const pages = await readPages(root)
  const examples = JSON.parse(await readFile(join(root, 'docs', 'examples.json'), 'utf8')) as Examples
  const tags = document.tags ?? []
  const nav = navOf(pages, tags)
  const search = createSearch(pages, document)
  const addressOf = (path: string) => pages.find((page) => page.path === path)?.address

  const bodyAt = (address: string): { title: string; body: Html } | undefined => {
    if (address === '/docs/' || address === '/') return { title: 'Documentation', body: homeOf(nav, tags) }
    const page = pages.find((one) => one.address === address)
    if (page) return { title: page.title, body: renderMarkdown(page.text, page.path, addressOf) }
    const tag = tags.find(({ name }) => referenceAddress(name) === address)
    if (tag) return { title: tag.name, body: referencePage(document, tag, examples) }
    if (address === MESSAGES.address) return { title: MESSAGES.title, body: messagesPage(document) }
    const name = /^\/docs\/objects\/(\w+)$/.exec(address)?.[1]
    const body = name === undefined ? undefined : objectPage(document, name)
    return name === undefined || body === undefined ? undefined : { title: name, body }
  }
  const markdownAt = (address: string): string | undefined => {
    if (address === '/docs/' || address === '/docs/index') return llmsText(nav)
    const page = pages.find((one) => one.address === address)
    if (page) return page.text
    const tag = tags.find(({ name }) => referenceAddress(name) === address)
    if (tag) return referenceMarkdown(document, tag, examples)
    if (address === MESSAGES.address) return messagesMarkdown(document)
    const name = /^\/docs\/objects\/(\w+)$/.exec(address)?.[1]
    return name === undefined ? undefined : objectMarkdown(document, name)
  }
  const bodies = new Map<string, string>()
  return {
    find: (address) => {
      const known = bodies.get(address)
      if (known !== undefined) return known
      const page = bodyAt(address)
      if (page === undefined) return undefined
      const text = layout({ ...page, address, nav })
      bodies.set(address, text)
      return text
    },
    markdown: markdownAt,
    missing: () => {
      const body = html`<h1>There is no such page</h1>
<p>It may have moved. Look for it with the search above, or begin at <a href="/docs/">the documentation</a>.</p>`
      return layout({ title: 'No such page', address: '', nav, body })
    },
    search: (query) => {
      const hits = search(query)
      const list = html`<ol>${hits.map(
        ({ address, title, place }) => html`<li><a href="${address}">${title}</a> <small>${place}</small></li>`,
      )}</ol>`
      const result = hits.length > 0 ? list : html`<p>Nothing has these words.</p>`
      const body = html`<h1>Search</h1><div class="hits" id="hits">${query.trim() === '' ? '' : result}</div>`
      return layout({ title: 'Search', address: '/docs/search', nav, body, query })
    },
  }
}

function navOf(pages: Page[], tags: Section[]): NavGroup[] {
  const groups = CONTENTS.map(({ heading, paths }) => ({
    heading,
    links: paths.flatMap((path) => pages.filter((page) => page.path === path)).map(shortly),
  }))
  const reference = tags.map(({ name }) => ({ title: name, address: referenceAddress(name) }))
  return [...groups, { heading: REFERENCE, links: [...reference, MESSAGES] }]
}

/** `Gates: from a new scanner to …` is known by its first words. */
const shortly = ({ title, address }: Page) => ({ title: title.split(':')[0] ?? title, address })

/** The first page that a developer sees who opens the address of the service in a browser. */
const homeOf = (nav: NavGroup[], tags: Section[]): Html => html`<h1>Build on Grandstand</h1>
<p class="lead">Events, stock, baskets, payments, members and gates behind one REST API. This server answers; here is how to talk to it.</p>
${nav
  .filter(({ heading }) => heading !== REFERENCE)
  .map(
    ({ heading, links }) => html`<h2>${heading}</h2>
<ul class="cards">${links.map(({ address, title }) => html`<li><a href="${address}">${title}</a></li>`)}</ul>
`,
  )}<h2>${REFERENCE}</h2>
<p>Every operation with its fields, the scope of its key and a command to paste, and every <a href="${MESSAGES.address}">webhook event</a>.
For programs: <a href="/openapi.json">openapi.json</a>.</p>
<ul class="tags">${tags.map(
  ({ name, description }) => html`<li><a href="${referenceAddress(name)}">${name}</a><span>${description}</span></li>`,
)}</ul>`
