import type { OpenApi } from '../openapi/openapi-types.ts'
import { anchorOf } from './markdown.ts'
import { messageHits } from './messages-page.ts'
import type { Page } from './pages.ts'
import { entriesOf, referenceAddress } from './reference.ts'

/** A section of a page, or an operation. `rank`: what a newcomer looks for first comes first. */
export type Hit = { title: string; place: string; address: string; text: string; scope?: string; rank: number }

const HITS_MAX = 20

/** What a word of the query counts for in a heading, all of them as they stand, and how much each rank takes off. */
const HEADING = 3
const PHRASE_IN_HEADING = 4
const PHRASE = 2
const RANK = 2
const IN_PATH = 0.5

/** How to do it, then the operation that does it, then the words of refusals and settings, then why it is so. */
const RANKS = { guide: 0, reference: 1, lookUp: 2, reason: 3, record: 4 }
/** What stands under a hit that is a whole page. */
const KINDS = ['Guide', 'Reference', 'Look up', 'What was decided', 'Why it is so']
const LOOK_UP = new Set(['docs/errors.md', 'docs/operating.md', 'docs/scaling.md'])

const rankOf = (path: string): number => {
  if (path.startsWith('docs/guides/') || path === 'sdk/README.md') return RANKS.guide
  if (LOOK_UP.has(path)) return RANKS.lookUp
  return path.startsWith('docs/adr/') ? RANKS.record : RANKS.reason
}

/**
 * Sections of all pages and all operations. A word counts where a word begins with it, in a heading more than in the text. What has all
 * words of the query is shown, or, where nothing has, what has most of them; of equals the one that a newcomer needs first.
 */
export function createSearch(pages: Page[], document: OpenApi): (query: string) => Hit[] {
  const hits = [...pages.flatMap(sectionsOf), ...operationsOf(document), ...messageHits(document, RANKS.reference)]
  const entries = hits.map((hit) => ({
    hit,
    title: hit.title.toLowerCase(),
    place: hit.place.toLowerCase(),
    under: `${hit.place} ${hit.scope ?? ''}`.toLowerCase(),
    all: `${hit.title} ${hit.place} ${hit.scope ?? ''} ${hit.text}`.toLowerCase(),
  }))
  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
    if (words.length === 0) return []
    // Of all that one scope opens, what it is named after: /v1/events for events:read.
    const nouns = words.flatMap((word) => (word.includes(':') ? word.split(':') : []))
    const phrase = words.length > 1 ? words.join(' ') : undefined
    const scoreOf = ({ hit, title, place, under, all }: (typeof entries)[number]) =>
      HEADING * words.filter((word) => begins(title, word) || begins(under, word)).length +
      (phrase === undefined ? 0 : title.includes(phrase) ? PHRASE_IN_HEADING : all.includes(phrase) ? PHRASE : 0) +
      IN_PATH * nouns.filter((noun) => begins(place, noun)).length -
      RANK * hit.rank
    const counted = entries.map((entry) => ({ entry, matches: words.filter((word) => begins(entry.all, word)).length }))
    const most = Math.max(...counted.map(({ matches }) => matches))
    return counted
      .filter(({ matches }) => matches > 0 && matches === most)
      .map(({ entry }) => ({ hit: entry.hit, score: scoreOf(entry) }))
      .sort((one, other) => other.score - one.score)
      .slice(0, HITS_MAX)
      .map(({ hit }) => hit)
  }
}

/** Whether a word of the text begins so: `port` is not found in `support`. */
function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') || !/[\p{L}\p{N}]/u.test(word[0] ?? '')) return true
  }
  return false
}

function sectionsOf({ path, text, title, address }: Page): Hit[] {
  const parts = text.split(/^(?=#{1,3} )/m)
  return parts.map((part) => {
    const heading = /^#+ (.+)$/m.exec(part)?.[1] ?? title
    const words = part.replace(/^#+ .+$/m, '').trim()
    return {
      title: heading.replaceAll('`', ''),
      place: heading === title ? (KINDS[rankOf(path)] ?? '') : title,
      address: `${address}#${anchorOf(heading)}`,
      text: words,
      rank: rankOf(path),
    }
  })
}

const operationsOf = (document: OpenApi): Hit[] =>
  entriesOf(document).map(({ id, method, path, tag, operation }) => ({
    title: operation.summary ?? id,
    place: `${method} ${path}`,
    address: `${referenceAddress(tag)}#${id}`,
    text: `${id} ${path} ${operation.description ?? ''}`,
    ...(operation['x-scope'] === undefined ? {} : { scope: String(operation['x-scope']) }),
    rank: RANKS.reference,
  }))
