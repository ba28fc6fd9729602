import type { Order } from '@grandstand/sdk'
import { useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { buyerOf, orderTones } from '../orders/order-words.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import lists from '../parts/filters.module.css'
import { shortTime } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { stateTitle } from '../parts/state-title.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import styles from './box-office.module.css'
import { KeyCap } from './key-cap.tsx'
import { useKeys } from './use-keys.ts'

const SHOWN = 5

/** For a buyer who comes back to the counter: their order, where it is reissued, changed and refunded. */
export function LastSales({ turn, keysOn }: { turn: number; keysOn: boolean }) {
  const { price } = useConsole()
  const { route } = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const { data, error, reload } = useLoad<{ data: Order[] }>(
    () => api.orders.listManaged({ sales_channel: 'boxoffice', limit: SHOWN }).page(),
    [turn],
  )
  useKeys({ '/': () => input.current?.focus() }, keysOn)
  return (
    <Sheet
      flush
      title={words.soldLast}
      about={
        <form
          class={styles.lookUp}
          onSubmit={(event) => {
            event.preventDefault()
            route(routes.orders({ search: input.current?.value.trim() }))
          }}
        >
          <KeyCap name="/" isOn={keysOn} />
          <input
            ref={input}
            class={lists.input}
            type="search"
            aria-label={words.lookUpAnOrder}
            placeholder={words.lookUpNameNumberSeat}
          />
        </form>
      }
    >
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data && data.data.length > 0 && (
        <div class={lists.scroll}>
          <Table<Order>
            caption={words.ordersSoldLastAtThe}
            rows={data.data}
            keyOf={({ order_id }) => order_id}
            hrefOf={({ order_id }) => routes.order(order_id)}
            columns={[
              { title: common.order, cell: ({ order_id }) => `#${order_id}` },
              { title: common.buyer, cell: buyerOf },
              { title: common.sold, isMinor: true, cell: ({ order_date }) => shortTime(order_date) },
              {
                // On a phone too: what was cancelled or declined on a reader stands here as well.
                title: common.status,
                cell: ({ order_status }) => <Tag tone={orderTones[order_status]}>{stateTitle(order_status)}</Tag>,
              },
              { title: common.total, align: 'end', cell: ({ total, currency }) => price(total, currency) },
            ]}
          />
        </div>
      )}
      {data?.data.length === 0 && <p class={styles.none}>{words.nothingWasSoldAtThe}</p>}
    </Sheet>
  )
}
