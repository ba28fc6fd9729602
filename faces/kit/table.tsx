import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import styles from './table.module.css'

export type Column<Row> = {
  title: string
  cell(row: Row): ComponentChildren
  /** As it stands in a file; what is without it is not in the file. */
  text?(row: Row): string | number | null | undefined
  align?: 'end'
  /** Left out where there is no room for it. */
  isMinor?: boolean
}

/** Which rows are ticked, by key. */
export type Ticks = {
  ticked: ReadonlySet<string | number>
  setTicked(ticked: ReadonlySet<string | number>): void
  /** What the box for all of them is called. */
  allTitle: string
}

/**
 * Rows of one kind. The first cell is the link to the row's own page; arrow keys go from one to the next. It draws what it is given:
 * pages and filters are the list's.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  hrefOf,
  ticks,
  isStale = false,
  stacks = false,
}: {
  /** For screen readers, which do not tell what stands around it. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf(row: Row): string | number
  hrefOf?(row: Row): string | undefined
  /** A box before each row, and one for all of them. */
  ticks?: Ticks | undefined
  /** Other rows are on their way. */
  isStale?: boolean
  /** Where there is no room, what is in a row stands below each other: for rows with buttons, none of which may be left out. */
  stacks?: boolean
}) {
  const id = useId()
  const hasFigures = stacks && columns.filter(({ align }) => align === 'end').length > 1
  const classOf = ({ align, isMinor }: Column<Row>) =>
    [align === 'end' ? styles.end : '', isMinor ? styles.minor : ''].join(' ')
  return (
    <table
      aria-busy={isStale}
      class={[styles.table, isStale ? styles.stale : '', stacks ? styles.stacks : ''].join(' ')}
      onKeyDown={moveByArrow}
    >
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {ticks && <TickAll {...ticks} keys={rows.map(keyOf)} />}
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const href = hrefOf?.(row)
          const key = keyOf(row)
          return (
            <tr key={key} class={href === undefined ? '' : styles.link}>
              {ticks && <Tick {...ticks} rowKey={key} name={`${id}-${key}`} />}
              {columns.map((column, index) => {
                const content = column.cell(row)
                // Below each other, figures have no heading above them: each has its name.
                const isFigure = hasFigures && column.align === 'end' && typeof content !== 'object'
                return (
                  <td
                    key={column.title}
                    class={classOf(column)}
                    id={ticks && index === 0 ? `${id}-${key}` : undefined}
                    data-name={isFigure ? column.title : undefined}
                  >
                    {index === 0 && href !== undefined ? (
                      <a class={styles.open} href={href}>
                        {content}
                      </a>
                    ) : (
                      content
                    )}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function TickAll({ ticked, setTicked, allTitle, keys }: Ticks & { keys: (string | number)[] }) {
  const isAll = keys.every((key) => ticked.has(key))
  return (
    <th scope="col" class={styles.tick}>
      <label>
        <input
          type="checkbox"
          aria-label={allTitle}
          checked={isAll}
          indeterminate={!isAll && ticked.size > 0}
          onChange={() => setTicked(new Set(isAll ? [] : keys))}
        />
      </label>
    </th>
  )
}

/** Named by the first cell of its row. */
function Tick({ ticked, setTicked, rowKey, name }: Ticks & { rowKey: string | number; name: string }) {
  const toggled = () => {
    const next = new Set(ticked)
    if (!next.delete(rowKey)) next.add(rowKey)
    return next
  }
  return (
    <td class={styles.tick}>
      <label>
        <input
          type="checkbox"
          aria-labelledby={name}
          checked={ticked.has(rowKey)}
          onChange={() => setTicked(toggled())}
        />
      </label>
    </td>
  )
}

function moveByArrow(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const table = event.currentTarget as HTMLTableElement
  const links = [...table.querySelectorAll<HTMLAnchorElement>(`.${styles.open}`)]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (by === undefined || at === -1) return
  event.preventDefault()
  links[at + by]?.focus()
}
