import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { csvLine, csvRows } from '../../kit/csv.ts'
import { download } from '../../kit/download.ts'
import { Table } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { buyerOf, placeOf } from '../orders/order-words.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { SearchFilter } from '../parts/filters.tsx'
import { count, fullEventTime } from '../parts/format.ts'
import { PageHead, Sheet } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { common } from '../words/common.ts'
import { words } from '../words/gates.ts'
import styles from './gates.module.css'
import { type Guest, guestsBy, guestsOf } from './guests.ts'

/** On the screen; paper and file have all of them. */
const SHOWN = 500
const ACTIVE = '1'

const orNull = (cell: string | undefined) => (cell === undefined || cell === '' ? null : cell)

/** All of them, however many: from the files, which are sent in one go. */
async function loadGuests(eventId: string) {
  const event = await api.events.retrieve(eventId)
  const file = await api.exports.exportTicketsCsv({ event_id: eventId })
  const tickets = csvRows(await file.text())
    .filter(({ ticket_status_id }) => ticket_status_id === ACTIVE)
    .map((row) => ({
      ticket_id: Number(row.ticket_id),
      order_id: Number(row.order_id),
      ticket_name: orNull(row.ticket_name),
      price_title: row.price_title ?? '',
      category_title: row.category_title ?? '',
      section_label: orNull(row.section_label),
      seat_row: orNull(row.seat_row),
      seat_title: orNull(row.seat_title),
    }))
  const buyers = tickets.every(({ ticket_name }) => ticket_name !== null) ? new Map() : await loadBuyers(eventId)
  return { event, guests: guestsOf(tickets, buyers, placeOf) }
}

/** Whose name a ticket without one goes by. */
async function loadBuyers(eventId: string): Promise<Map<number, string>> {
  const file = await api.exports.exportOrdersCsv({ event_id: eventId })
  const named = csvRows(await file.text()).filter(({ last_name }) => last_name !== '')
  return new Map(
    named.map(({ order_id, first_name, last_name, email_address }) => [
      Number(order_id),
      buyerOf({
        first_name: orNull(first_name),
        last_name: orNull(last_name),
        email_address: orNull(email_address),
      }),
    ]),
  )
}

/** Whether it is being printed, by our button or by the browser's own; what that changes is drawn before the browser goes on. */
function usePrinting() {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => setPrinting(true)
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  const printAll = () => {
    setPrinting(true)
    setTimeout(() => print())
  }
  return { isPrinting, printAll }
}

/** With members, codes to type, and who is in already: for the night on which no device works. */
function PaperListButton({ eventId }: { eventId: string }) {
  const { whyNot } = useConsole()
  const { run, isBusy, error } = useAction()
  const savePdf = () =>
    run(async () => {
      const pdf = await api.gates.retrievePaperList(eventId)
      download(words.paperListPdf({ eventId }), await pdf.blob())
    })
  return (
    <>
      <Button busy={isBusy} why={whyNot('gates:manage', 'read')} onClick={savePdf}>
        {words.paperList}
      </Button>
      {error !== undefined && <TroubleNotice error={error} />}
    </>
  )
}

/** Everybody who may come in, on paper: with a box to tick. */
export function GuestsPage() {
  const { query } = useQuery()
  const { event_id: eventId = '', search = '' } = query
  const { data, error, reload } = useLoad(() => loadGuests(eventId), [eventId])
  const { isPrinting, printAll } = usePrinting()
  const buyersAreHidden = useConsole().whyNot('customers:read', 'read') !== undefined
  usePage(data ? words.guests({ title: data.event.title }) : undefined)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return <p class={styles.none}>{words.readingTheWholeList}</p>
  const { event } = data
  const guests = guestsBy(data.guests, search)
  const page = isPrinting ? guests : guests.slice(0, SHOWN)
  const save = () =>
    download(
      words.guestsCsv({ eventId }),
      new Blob(
        [
          '\ufeff',
          csvLine([common.name, words.place, common.price, common.order]),
          ...guests.map(({ name, place, price, orderId }) => csvLine([name, place, price, orderId])),
        ],
        { type: 'text/csv' },
      ),
    )
  return (
    <>
      <PageHead
        title={words.guestList}
        over={
          <>
            <strong>{event.title}</strong>
            <span>{fullEventTime(event.event_start_unix, event.timezone)}</span>
            <span>{words.tickets({ length: count(guests.length) })}</span>
          </>
        }
        actions={
          <>
            <Button onClick={save}>{words.csv}</Button>
            <PaperListButton eventId={eventId} />
            <Button look="strong" onClick={printAll}>
              {words.print}
            </Button>
          </>
        }
      />
      {buyersAreHidden && <p>{words.yourRoleDoesNotSee}</p>}
      <Sheet
        flush
        about={
          <span class={styles.screenOnly}>
            <SearchFilter label={words.searchGuests} placeholder={words.nameSeatOrder} />
          </span>
        }
      >
        {guests.length === 0 ? (
          <Empty title={search === '' ? words.noGuestsYet : words.noGuestIsCalledThat}>
            <p>{words.everyoneWithAValidTicket}</p>
          </Empty>
        ) : (
          <Table<Guest>
            caption={words.guests2}
            rows={page}
            keyOf={({ ticketId }) => ticketId}
            columns={[
              { title: words.in, cell: () => <span class={styles.box} /> },
              { title: common.name, cell: ({ name }) => <strong>{name === '' ? words.noName : name}</strong> },
              { title: words.place, cell: ({ place }) => place },
              { title: common.price, isMinor: true, cell: ({ price }) => price },
              { title: common.order, align: 'end', cell: ({ orderId }) => `#${orderId}` },
            ]}
          />
        )}
        {page.length < guests.length && (
          <p class={styles.none}>
            {words.theFirstAllAreOn({ length: count(page.length), length2: count(guests.length) })}
          </p>
        )}
      </Sheet>
    </>
  )
}
