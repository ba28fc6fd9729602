import type { Order } from '@grandstand/sdk'
import type { Column } from '../../kit/table.tsx'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { channelTitle, shortTime } from '../parts/format.ts'
import { ListTable, SearchFilter, SelectFilter, useListPage, useQuery } from '../parts/list.tsx'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty } from '../parts/trouble.tsx'
import { buyerOf, orderTones } from './order-words.ts'

type Status = 'pending' | 'confirmed' | 'cancelled' | 'refunded' | 'expired'
type Channel = 'online' | 'boxoffice' | 'import'

const chosen = <T extends string>(value: string | undefined): T | undefined => (value ? (value as T) : undefined)

/** Orders of all events, found by what a fan would say. */
export function OrdersPage() {
  usePage('Orders')
  const { price } = useConsole()
  const { query } = useQuery()
  const { search, order_status, sales_channel, event_id } = query
  const filters = {
    search: chosen(search),
    order_status: chosen<Status>(order_status),
    sales_channel: chosen<Channel>(sales_channel),
    event_id: chosen(event_id),
  }
  const list = useListPage<Order>(
    (page) => api.orders.listManaged({ ...page, ...filters }).page(),
    [search, order_status, sales_channel, event_id],
  )
  const columns: Column<Order>[] = [
    { title: 'Order', cell: ({ order_id }) => `#${order_id}`, text: ({ order_id }) => order_id },
    { title: 'Buyer', cell: buyerOf, text: buyerOf },
    {
      title: 'Placed',
      cell: ({ order_date }) => shortTime(order_date),
      text: ({ order_date }) => new Date(order_date * 1000).toISOString(),
      isMinor: true,
    },
    {
      title: 'Channel',
      cell: ({ sales_channel: channel }) => channelTitle(channel),
      text: (row) => row.sales_channel,
      isMinor: true,
    },
    {
      title: 'Status',
      cell: ({ order_status: status }) => <Tag tone={orderTones[status]}>{status}</Tag>,
      text: (row) => row.order_status,
    },
    {
      title: 'Total',
      align: 'end',
      cell: ({ total, currency }) => price(total, currency),
      text: ({ total }) => total,
    },
  ]
  return (
    <>
      <PageHead title="Orders" />
      <Sheet
        flush
        title="All orders"
        about={
          <>
            <SelectFilter
              name="order_status"
              label="Status"
              options={[
                { value: '', label: 'Every status' },
                ...Object.keys(orderTones).map((value) => ({ value, label: value })),
              ]}
            />
            <SelectFilter
              name="sales_channel"
              label="Channel"
              options={[
                { value: '', label: 'Every channel' },
                { value: 'online', label: 'online' },
                { value: 'boxoffice', label: 'box office' },
                { value: 'import', label: 'import' },
              ]}
            />
            <SearchFilter label="Search orders" placeholder="Name, e-mail, number, seat" />
          </>
        }
      >
        <ListTable
          name="orders"
          caption="Orders"
          list={list}
          columns={columns}
          keyOf={({ order_id }) => order_id}
          hrefOf={({ order_id }) => routes.order(order_id)}
          empty={
            <Empty title="No order is like this">
              <p>
                Look for a name, an e-mail address, the number of the order, a seat or the last four digits of the card,
                and take filters away that are too narrow.
              </p>
            </Empty>
          }
        />
      </Sheet>
    </>
  )
}
