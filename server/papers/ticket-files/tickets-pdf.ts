import { setImmediate } from 'node:timers/promises'
import type { Language } from '../../../faces/kit/languages.ts'
import { type PlaceName, type PlacePart, placeParts } from '../../../faces/kit/place.ts'
import type { OrgId } from '../../access/principal.ts'
import type { LogoDeps } from '../../messages/mail/logos.ts'
import { speechOf } from '../../messages/mail/words.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import type { Slots } from '../../platform/http/slots.ts'
import { createPdf, type Pdf } from '../../platform/pdf/document.ts'
import type { Colour, PrintedPage } from '../../platform/pdf/page.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { groupedCode } from '../../platform/values/typed-code.ts'
import { ticketWords } from '../../tickets/tickets/ticket-words.ts'
import { drawTicket } from './draw-ticket.ts'
import {
  findPrintedOrders,
  findPrintedTickets,
  type PrintedOrderRow,
  type PrintedTicketRow,
  type Wanted,
} from './find-printed.ts'
import { logoPicture } from './logo-picture.ts'
import { colourOf, type PrintedOrder, type PrintedTicket } from './printed-ticket.ts'

/** A page for each ticket, of this size in millimetres, or four to a sheet that is cut. */
export type PaperLayout = { sheet: keyof typeof SHEETS } | { width: number; height: number }

/** A6 is a quarter of the paper at home, and fills the screen of a phone. */
export const A6: PaperLayout = { width: 105, height: 148 }
const SHEETS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } }

const CUT: Colour = [0.6, 0.6, 0.6]

export const TICKETS_A_FILE_MAX = 500
/** Drawing one takes a few milliseconds: after so many, other requests have a turn. */
const TICKETS_A_TURN = 5

/** What a file shows, and where the organisation's logo is. */
export type Printed = { order: PrintedOrder; tickets: PrintedTicket[]; logoImage: string | null }

/** The active tickets of orders, by order: those of a whole batch of mails in two statements. */
export async function readPrinted(orgId: OrgId, sql: Db, wanted: Wanted): Promise<Map<number, Printed>> {
  if (wanted.orderIds.length === 0) return new Map()
  const rows = await findPrintedTickets(orgId, sql, wanted, TICKETS_A_FILE_MAX * wanted.orderIds.length)
  if (rows.length === 0) return new Map()
  const orderIds = [...new Set(rows.map(({ order_id }) => order_id))]
  const orders = await findPrintedOrders(orgId, sql, orderIds)
  const tickets = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map(
    orders.map((order) => [
      order.order_id,
      {
        order: printedOrder(order),
        logoImage: order.logo_image,
        tickets: (tickets.get(order.order_id) ?? []).map((row) => printedTicket(row, order)),
      },
    ]),
  )
}

/** Files that are printed at once on request: of one process, and of one organisation in it. A ticket takes some milliseconds. */
export const PRINTING_MAX = { all: 40, each: 30 }

/** What tickets are printed with: `printing` holds back files that too many ask for at once. */
export type PrintingDeps = LogoDeps & { typefaces: Typefaces; printing: Slots }

/** The active tickets of an order as a PDF to print or to show, at most 500 of them; undefined where there are none. */
export async function ticketsPdf(
  { sql, typefaces, findLogo, parsers, printing }: { sql: Db } & PrintingDeps,
  orgId: OrgId,
  { orderId, ...which }: Omit<Wanted, 'orderIds'> & { orderId: number },
  layout: PaperLayout = A6,
): Promise<Buffer | undefined> {
  const release = printing.take(orgId)
  try {
    const printed = (await readPrinted(orgId, sql, { orderIds: [orderId], ...which })).get(orderId)
    if (!printed) return undefined
    const logo = await logoPicture(parsers, await findLogo(printed.logoImage))
    return await printTickets(typefaces, { ...printed.order, logo }, printed.tickets, layout)
  } finally {
    release()
  }
}

export async function printTickets(
  typefaces: Typefaces,
  order: PrintedOrder,
  tickets: PrintedTicket[],
  layout: PaperLayout,
): Promise<Buffer> {
  const { language, organisation, event } = order
  const title = `${event.title}: ${ticketWords[language].tickets}`
  const pdf = createPdf({ title, author: organisation, language })
  const place = placer(pdf, layout)
  for (const [index, ticket] of tickets.entries()) {
    drawTicket(place(index), typefaces, { order, ticket, number: index + 1, of: tickets.length })
    if (index % TICKETS_A_TURN === TICKETS_A_TURN - 1) await setImmediate()
  }
  return pdf.finish()
}

/** Where the next ticket goes: a page of its own, or a quarter of a sheet, whose cuts are marked. */
function placer(pdf: Pdf, layout: PaperLayout): (index: number) => PrintedPage {
  if (!('sheet' in layout)) return () => pdf.addPage(layout.width, layout.height)
  const { width, height } = SHEETS[layout.sheet]
  let sheet: PrintedPage | undefined
  return (index) => {
    const quarter = index % 4
    if (quarter === 0 || !sheet) {
      sheet = pdf.addPage(width, height)
      const cut = { width: 0.2, colour: CUT, dash: [3, 3] as [number, number] }
      sheet.line(width / 2, 0, width / 2, height, cut)
      sheet.line(0, height / 2, width, height / 2, cut)
    }
    return sheet.at((quarter % 2) * (width / 2), Math.floor(quarter / 2) * (height / 2), width / 2, height / 2)
  }
}

function printedOrder(row: PrintedOrderRow): PrintedOrder {
  const speech = speechOf(row.language, row.country)
  const venue = [row.venue, row.suburb].filter((part) => part !== null).join(', ')
  return {
    language: speech.language,
    orderId: row.order_id,
    organisation: row.organisation,
    accent: colourOf(row.accent_color),
    terms: row.ticket_terms,
    rotates: row.rotating_barcodes,
    event: {
      title: row.title,
      starts: speech.dateTime(row.starts_at, row.timezone),
      doors: row.doors_at && speech.time(row.doors_at, row.timezone),
      venue: venue === '' ? null : venue,
    },
  }
}

function printedTicket(row: PrintedTicketRow, order: PrintedOrderRow): PrintedTicket {
  const speech = speechOf(order.language, order.country, { several: order.several_currencies })
  const paid =
    row.price_minor - row.discount_minor + row.service_fee_minor + row.service_tax_minor + (row.added_tax_minor ?? 0)
  return {
    ticketId: row.ticket_id,
    barcode: exposed(row.barcode),
    shortCode: row.short_code && groupedCode(exposed(row.short_code)),
    holder: holderOf(row, order, speech.language),
    ...printedPlace(placeParts(row, speech.language)),
    category: row.price_title,
    price: paid === 0 ? ticketWords[speech.language].free : speech.money(paid, order.currency),
  }
}

const AS_FIGURES: PlaceName[] = ['row', 'seat', 'gate']
const BELOW: PlaceName[] = ['level', 'aisle', 'entrance']

/** Stand and block share the widest figure: beside row, seat and gate there is no room for both on a ticket of 105 mm. */
function printedPlace(parts: PlacePart[]): Pick<PrintedTicket, 'place' | 'way'> {
  const widest = parts.filter(({ name }) => name === 'stand' || name === 'block')
  const figures = parts.filter(({ name }) => AS_FIGURES.includes(name))
  const first = {
    label: widest.map(({ label }) => label).join(' · '),
    value: widest.map(({ value }) => value).join(' '),
  }
  return {
    place: [...(widest.length === 0 ? [] : [first]), ...figures.map(({ label, value }) => ({ label, value }))],
    way: parts
      .filter(({ name }) => BELOW.includes(name))
      .map(({ name, label, value }) => (name === 'entrance' ? `${label}: ${value}` : `${label} ${value}`))
      .join(' · '),
  }
}

function holderOf(
  { ticket_name }: PrintedTicketRow,
  order: PrintedOrderRow,
  language: Language,
): PrintedTicket['holder'] {
  const words = ticketWords[language]
  if (ticket_name !== null) return { label: words.holder, name: ticket_name }
  const buyer = [order.first_name, order.last_name].filter((name) => name !== null).join(' ')
  return buyer === '' ? undefined : { label: words.boughtBy, name: buyer }
}
