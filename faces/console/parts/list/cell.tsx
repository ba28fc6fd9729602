import { useConsole } from '../console.tsx'
import { dateOf, eventTime, shortTime } from '../format.ts'
import { Tag } from '../page.tsx'
import { TagLinks } from '../tag-links.tsx'
import type { Cell } from './description.ts'
import styles from './list.module.css'

/** A cell of a list, drawn by what it is. */
export function CellView({ cell }: { cell: Cell }) {
  const { price } = useConsole()
  if (typeof cell === 'string') return <>{breakable(cell)}</>
  if (cell === null || cell === undefined || typeof cell !== 'object') return <>{cell}</>
  if ('tag' in cell) return <Tag tone={cell.tone}>{cell.tag}</Tag>
  if ('tags' in cell) return <TagLinks {...cell} />
  if ('unix' in cell) return <>{timeOf(cell)}</>
  if ('amount' in cell) return <>{cell.amount === null ? '' : price(cell.amount, cell.currency)}</>
  if ('href' in cell) return <a href={cell.href}>{breakable(cell.link)}</a>
  if ('title' in cell)
    return (
      <>
        <strong>{breakable(cell.title)}</strong> {cell.mark !== undefined && <Tag>{cell.mark}</Tag>}
        <div class={styles.small}>{cell.small}</div>
      </>
    )
  if (cell.lines.length === 0) return null
  return (
    <details>
      <summary>{cell.summary}</summary>
      <pre class={styles.lines}>{cell.lines.join('\n')}</pre>
    </details>
  )
}

type Moment = Extract<Cell, { unix: unknown }>

function timeOf({ unix, zone, never, isDay = false }: Moment): string {
  if (unix === null) return never ?? ''
  if (isDay) return dateOf(unix)
  return zone === undefined ? shortTime(unix) : eventTime(unix, zone)
}

/** A narrow column breaks `webhook_endpoint.created` between its words, and an address before its host. */
const breakable = (name: string) =>
  name.split(/(?<=[._])(?=\p{L})|(?=@)/u).flatMap((word, at) => (at === 0 ? [word] : [<wbr key={at} />, word]))
