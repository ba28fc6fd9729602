import { Button } from '../../kit/button.tsx'
import { csvLine } from '../../kit/csv.ts'
import { download } from '../../kit/download.ts'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../api.ts'
import { usePage } from '../console.tsx'
import { count } from '../format.ts'
import { SearchFilter, useQuery } from '../list.tsx'
import { buyerOf, placeOf } from '../orders/order-words.ts'
import { PageHead, Sheet } from '../page.tsx'
import { Empty, TroubleNotice } from '../trouble.tsx'
import styles from './gates.module.css'
import { type Guest, guestsOf } from './guests.ts'

/** More is no list that anybody holds in their hand: a scanner finds them by name. */
const GUESTS_MAX = 2_000
const ACTIVE = 1

async function upTo<Row>(rows: AsyncIterable<Row>, most: number): Promise<Row[]> {
  const taken: Row[] = []
  for await (const row of rows) {
    taken.push(row)
    if (taken.length > most) break
  }
  return taken
}

async function loadGuests(eventId: string, search: string | undefined) {
  const [event, tickets, orders] = await Promise.all([
    api.events.retrieve(eventId),
    upTo(
      api.tickets.list({ event_id: eventId, ticket_status_id: ACTIVE, search: search || undefined, limit: 100 }),
      GUESTS_MAX,
    ),
    upTo(api.orders.listManaged({ event_id: eventId, limit: 100 }), GUESTS_MAX),
  ])
  const buyers = new Map(
    orders.filter(({ last_name }) => last_name !== null).map((order) => [order.order_id, buyerOf(order)]),
  )
  return { event, guests: guestsOf(tickets.slice(0, GUESTS_MAX), buyers, placeOf), isCut: tickets.length > GUESTS_MAX }
}

/** Everybody who may come in, on paper: with a box to tick. */
export function GuestsPage() {
  const { query } = useQuery()
  const { event_id: eventId = '', search } = query
  const { data, error, reload } = useLoad(() => loadGuests(eventId, search), [eventId, search])
  usePage(data ? `Guests: ${data.event.title}` : undefined)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  const { event, guests, isCut } = data
  const save = () =>
    download(
      `guests-${eventId}.csv`,
      new Blob(
        [
          '\ufeff',
          csvLine(['Name', 'Place', 'Price', 'Order']),
          ...guests.map(({ name, place, price, orderId }) => csvLine([name, place, price, orderId])),
        ],
        { type: 'text/csv' },
      ),
    )
  return (
    <>
      <PageHead
        title="Guest list"
        over={
          <>
            <strong>{event.title}</strong>
            <span>{event.formatted_full_event_start_date}</span>
            <span>{count(guests.length)} tickets</span>
          </>
        }
        actions={
          <>
            <Button onClick={save}>CSV</Button>
            <Button look="strong" onClick={() => print()}>
              Print
            </Button>
          </>
        }
      />
      {isCut && (
        <p>
          These are the first {count(GUESTS_MAX)}. Look for a name, a seat or an address to see others; a scanner finds
          everybody.
        </p>
      )}
      <Sheet
        flush
        about={
          <span class={styles.screenOnly}>
            <SearchFilter label="Search guests" placeholder="Name, seat, e-mail" />
          </span>
        }
      >
        {guests.length === 0 ? (
          <Empty title="Nobody yet">
            <p>Whoever has a ticket that lets them in stands here.</p>
          </Empty>
        ) : (
          <Table<Guest>
            caption="Guests"
            rows={guests}
            keyOf={({ ticketId }) => ticketId}
            columns={[
              { title: 'In', cell: () => <span class={styles.box} /> },
              { title: 'Name', cell: ({ name }) => <strong>{name === '' ? 'Nobody named' : name}</strong> },
              { title: 'Place', cell: ({ place }) => place },
              { title: 'Price', isMinor: true, cell: ({ price }) => price },
              { title: 'Order', align: 'end', cell: ({ orderId }) => `#${orderId}` },
            ]}
          />
        )}
      </Sheet>
    </>
  )
}
