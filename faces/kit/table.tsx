import type { ComponentChildren } from 'preact'
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
  isStale = false,
  stacks = false,
}: {
  /** For whoever does not see what stands around it. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf(row: Row): string | number
  hrefOf?(row: Row): string | undefined
  /** Other rows are on their way. */
  isStale?: boolean
  /** Where there is no room, what is in a row stands below each other: for rows with buttons, none of which may be left out. */
  stacks?: boolean
}) {
  const classOf = ({ align, isMinor }: Column<Row>) =>
    [align === 'end' ? styles.end : '', isMinor ? styles.minor : ''].join(' ')
  return (
    <table
      class={[styles.table, isStale ? styles.stale : '', stacks ? styles.stacks : ''].join(' ')}
      onKeyDown={moveByArrow}
    >
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
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
          return (
            <tr key={keyOf(row)} class={href === undefined ? '' : styles.link}>
              {columns.map((column, index) => (
                <td key={column.title} class={classOf(column)}>
                  {index === 0 && href !== undefined ? <a href={href}>{column.cell(row)}</a> : column.cell(row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function moveByArrow(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const table = event.currentTarget as HTMLTableElement
  const links = [...table.querySelectorAll<HTMLAnchorElement>('td:first-child > a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (by === undefined || at === -1) return
  event.preventDefault()
  links[at + by]?.focus()
}
