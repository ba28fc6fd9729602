import type { ComponentChildren, VNode } from 'preact'
import { type Column, Table, type Ticks } from '../../../kit/table.tsx'
import { type Loaded, useLoad } from '../../../kit/use-load.ts'
import { words } from '../../words/frame.ts'
import { Empty, TroubleNotice } from '../trouble.tsx'
import { useQuery } from '../use-query.ts'
import styles from './list.module.css'

export type Page<Row> = { data: Row[]; has_more?: boolean; next_cursor?: string | null }

const ROWS = 25
/** Where the page before began, for as long as the tab is open: a keyset has no way back of its own. */
const cameFrom = new Map<string, string>()

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

/** The rows of a list with the way to the next page. What went wrong stands above what is still there. */
export function ListTable<Row>({
  caption,
  list,
  columns,
  keyOf,
  hrefOf,
  ticks,
  stacks = false,
  empty,
  foot,
}: {
  caption: string
  list: ListPage<Row>
  columns: Column<Row>[]
  keyOf(row: Row): string | number
  hrefOf?(row: Row): string | undefined
  ticks?: Ticks | undefined
  /** On a phone a row stands below itself, so that no button is cut off. */
  stacks?: boolean
  empty: VNode
  /** Shown next to the page links. */
  foot?: ComponentChildren
}) {
  const { data, error, isLoading, reload, next, previous, isFirst } = list
  if (!data && error === undefined) return <p class={styles.loading}>{words.list.loading}</p>
  return (
    <>
      {error !== undefined && (
        <div class={styles.trouble}>
          <TroubleNotice error={error} onRetry={reload} />
        </div>
      )}
      {data?.data.length === 0 && (isFirst ? empty : <Empty title={words.list.pageEmpty} />)}
      {data && data.data.length > 0 && (
        <div class={styles.scroll}>
          <Table {...{ caption, columns, keyOf, hrefOf, ticks, stacks }} rows={data.data} isStale={isLoading} />
        </div>
      )}
      {(previous !== undefined || next !== undefined || foot) && (
        <div class={styles.foot}>
          <nav aria-label={words.list.pages} class={styles.pages}>
            {previous && <a href={previous}>{words.list.previous}</a>}
            {next && <a href={next}>{words.list.next({ rows: ROWS })}</a>}
          </nav>
          {foot}
        </div>
      )}
    </>
  )
}
