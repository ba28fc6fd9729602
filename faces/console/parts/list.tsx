import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../kit/button.tsx'
import { csvLine } from '../../kit/csv.ts'
import { download } from '../../kit/download.ts'
import { type Column, Table } from '../../kit/table.tsx'
import { type Loaded, useLoad } from '../../kit/use-load.ts'
import styles from './list.module.css'
import { pathOf, withQuery } from './routes.ts'
import { Empty, TroubleNotice } from './trouble.tsx'

type Page<Row> = { data: Row[]; has_more: boolean; next_cursor?: string | null }
type Query = Record<string, string>

const ROWS = 25
/** Where the page before began, for as long as the tab is open: a keyset has no way back of its own. */
const cameFrom = new Map<string, string>()

/** The address of the page, and how to change a part of it. A filter that changes begins with the first page again. */
export function useQuery(): {
  query: Query
  hrefWith(part: Record<string, string | undefined>): string
  change(part: Record<string, string | undefined>): void
} {
  const { url, query, route } = useLocation()
  const hrefWith = (part: Record<string, string | undefined>) =>
    withQuery(pathOf(url), { ...query, cursor: undefined, ...part })
  return { query, hrefWith, change: (part) => route(hrefWith(part), true) }
}

export type ListPage<Row> = Loaded<Page<Row>> & {
  next: string | undefined
  previous: string | undefined
  isFirst: boolean
}

/** One page of a list, at the place that the address names. */
export function useListPage<Row>(
  load: (page: { limit: number; cursor?: string }) => Promise<Page<Row>>,
  depends: unknown[],
): ListPage<Row> {
  const { query, hrefWith } = useQuery()
  const { cursor } = query
  const page = useLoad(() => load({ limit: ROWS, ...(cursor === undefined ? {} : { cursor }) }), [cursor, ...depends])
  const next = page.data?.has_more ? (page.data.next_cursor ?? undefined) : undefined
  if (next !== undefined) cameFrom.set(next, cursor ?? '')
  return {
    ...page,
    next: next === undefined ? undefined : hrefWith({ cursor: next }),
    previous: cursor === undefined ? undefined : hrefWith({ cursor: cameFrom.get(cursor) ?? '' }),
    isFirst: cursor === undefined,
  }
}

/** A list with its pages and its file. */
export function ListTable<Row>({
  name,
  caption,
  list,
  columns,
  keyOf,
  hrefOf,
  empty,
}: {
  /** Of the file. */
  name: string
  caption: string
  list: ListPage<Row>
  columns: Column<Row>[]
  keyOf(row: Row): string | number
  hrefOf?(row: Row): string | undefined
  empty: VNode
}) {
  const { data, error, isLoading, reload, next, previous, isFirst } = list
  if (error !== undefined)
    return (
      <div class={styles.trouble}>
        <TroubleNotice error={error} onRetry={reload} />
      </div>
    )
  if (!data) return <p class={styles.loading}>Loading …</p>
  if (data.data.length === 0) return isFirst ? empty : <Empty title="There is nothing on this page any more" />
  return (
    <>
      <div class={styles.scroll}>
        <Table {...{ caption, columns, keyOf, hrefOf }} rows={data.data} isStale={isLoading} />
      </div>
      <div class={styles.foot}>
        <nav aria-label="Pages" class={styles.pages}>
          {previous && <a href={previous}>Previous</a>}
          {next && <a href={next}>Next {ROWS}</a>}
        </nav>
        <Button look="quiet" onClick={() => download(`${name}.csv`, csvOf(columns, data.data))}>
          CSV of these {data.data.length}
        </Button>
      </div>
    </>
  )
}

/** A mark at the beginning tells a spreadsheet that it is UTF-8. */
export function csvOf<Row>(columns: Column<Row>[], rows: Row[]): Blob {
  const shown = columns.flatMap(({ title, text }) => (text ? [{ title, text }] : []))
  const lines = [
    csvLine(shown.map(({ title }) => title)),
    ...rows.map((row) => csvLine(shown.map(({ text }) => text(row)))),
  ]
  return new Blob(['\ufeff', ...lines], { type: 'text/csv' })
}

/** Long enough that nobody is asked for every letter. */
const PAUSE_MS = 250

/** A word to search for, in the address once somebody has stopped typing. */
export function SearchFilter({
  name = 'search',
  label,
  placeholder,
}: {
  name?: string
  label: string
  placeholder: string
}) {
  const { query, change } = useQuery()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const value = query[name] ?? ''
  useEffect(() => {
    // The address has changed by something else than typing here.
    if (input.current && document.activeElement !== input.current) input.current.value = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      ref={input}
      class={styles.input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => change({ [name]: currentTarget.value.trim() }), PAUSE_MS)
      }}
    />
  )
}

export function SelectFilter({
  name,
  label,
  options,
}: {
  name: string
  label: string
  /** The first is what counts without a choice: its value is empty. */
  options: { value: string; label: string }[]
}) {
  const { query, change } = useQuery()
  return (
    <select
      class={styles.input}
      aria-label={label}
      value={query[name] ?? ''}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** A day, in the address as a day. */
export function DateFilter({ name, label }: { name: string; label: string }) {
  const { query, change } = useQuery()
  return (
    <input
      type="date"
      class={styles.input}
      aria-label={label}
      title={label}
      value={query[name] ?? ''}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  )
}

/** Parts of a page, each with an address of its own. */
export function Tabs({ tabs, label }: { label: string; tabs: { key: string; title: string }[] }) {
  const { query, hrefWith } = useQuery()
  const current = query.tab ?? tabs[0]?.key
  return (
    <nav aria-label={label} class={styles.tabs}>
      {tabs.map(({ key, title }, index) => (
        <a
          key={key}
          href={hrefWith({ tab: index === 0 ? undefined : key })}
          aria-current={key === current ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
