import type { OpenApi } from '../openapi/openapi-types.ts'
import { anchorOf } from './markdown.ts'
import type { Page } from './pages.ts'
import { entriesOf, referenceAddress } from './reference.ts'

/** A section of a page, or an operation. */
export type Hit = { title: string; place: string; address: string; text: string }

const HITS_MAX = 20

/** Sections of all pages and all operations, with the words to look for in lower case. */
export function createSearch(pages: Page[], document: OpenApi): (query: string) => Hit[] {
  const hits = [...pages.flatMap(sectionsOf), ...operationsOf(document)]
  const entries = hits.map((hit) => ({
    hit,
    title: hit.title.toLowerCase(),
    all: `${hit.title} ${hit.text}`.toLowerCase(),
  }))
  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
    if (words.length === 0) return []
    return entries
      .filter(({ all }) => words.every((word) => all.includes(word)))
      .map(({ hit, title }) => ({ hit, score: words.filter((word) => title.includes(word)).length }))
      .sort((one, other) => other.score - one.score)
      .slice(0, HITS_MAX)
      .map(({ hit }) => hit)
  }
}

function sectionsOf({ text, title, address }: Page): Hit[] {
  const parts = text.split(/^(?=#{1,3} )/m)
  return parts.map((part) => {
    const heading = /^#+ (.+)$/m.exec(part)?.[1] ?? title
    const words = part.replace(/^#+ .+$/m, '').trim()
    return { title: heading.replaceAll('`', ''), place: title, address: `${address}#${anchorOf(heading)}`, text: words }
  })
}

const operationsOf = (document: OpenApi): Hit[] =>
  entriesOf(document).map(({ id, method, path, tag, operation }) => ({
    title: operation.summary ?? id,
    place: `${method} ${path}`,
    address: `${referenceAddress(tag)}#${id}`,
    text: `${id} ${path} ${operation.description ?? ''}`,
  }))
