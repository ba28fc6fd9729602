import type { Attention as AttentionRow } from '@grandstand/sdk'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { count, shortTime } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/today.ts'
import { attentionDetail, attentionList, attentionTitle } from './attention-words.ts'
import styles from './today-page.module.css'

/** What needs attention, before anything else. */
export function Attention() {
  const { data, error, reload } = useLoad(() => api.search.retrieveAttention().page(), [])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  const rows = data.data.filter(({ count }) => count > 0)
  return (
    <Sheet title={words.attentionTitle} about={rows.length === 0 ? <Tag tone="good">{common.nothing}</Tag> : undefined}>
      {rows.length === 0 ? (
        <p class={styles.quiet}>{words.attentionNone}</p>
      ) : (
        <ul class={styles.attention}>
          {rows.map((row) => (
            <Row key={row.kind} row={row} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function Row({ row }: { row: AttentionRow }) {
  const { whyNot } = useConsole()
  const list = attentionList(row.kind)
  const title = attentionTitle(row.kind, row.count)
  return (
    <li>
      <p>
        <strong>
          {count(row.count)}
          {row.has_more && '+'}
        </strong>{' '}
        {list && whyNot(list.scope, 'read') === undefined ? <a href={list.href}>{title}</a> : title}
      </p>
      <ul>
        {row.newest.slice(0, 3).map(({ id, since, order_id, detail }) => (
          <li key={id}>
            {order_id === null ? (
              words.itemNumber({ id })
            ) : (
              <a href={routes.order(order_id)}>{common.orderNumber({ orderId: order_id })}</a>
            )}
            <span> {[attentionDetail(detail), shortTime(since)].filter((part) => part !== null).join(', ')}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
