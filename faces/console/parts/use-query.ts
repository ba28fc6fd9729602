import { useLocation } from 'preact-iso/router'
import { pathOf, withQuery } from './routes.ts'

type Part = Record<string, string | undefined>

/** The address of the page, and how to change a part of it. A filter that changes begins with the first page again. */
export function useQuery(): {
  query: Record<string, string>
  hrefWith(part: Part): string
  /** The back button undoes it, unless it replaces what was there: a word that is still being typed. */
  change(part: Part, replaces?: boolean): void
} {
  const { url, query, route } = useLocation()
  const hrefWith = (part: Part) => withQuery(pathOf(url), { ...query, cursor: undefined, ...part })
  return { query, hrefWith, change: (part, replaces = false) => route(hrefWith(part), replaces) }
}
