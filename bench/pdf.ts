import { randomBytes } from 'node:crypto'
import { colourOf, type PrintedOrder, type PrintedTicket } from '../server/papers/ticket-files/printed-ticket.ts'
import { A6, printTickets } from '../server/papers/ticket-files/tickets-pdf.ts'
import { createTypefaces } from '../server/platform/pdf/typefaces.ts'
import { encodeBase32 } from '../server/platform/values/base32.ts'
import type { Result } from './run.ts'
import { rounded } from './seed/ask.ts'
import { atLeast, below } from './targets.ts'

const FILES_A_SECOND_LEAST = 100
const BYTES_OF_HUNDRED_MOST = 500_000
const FILES = 500
/** As many bytes as a signed barcode has. */
const CODE_BYTES = 88

const order: PrintedOrder = {
  language: 'en',
  orderId: 9247,
  organisation: 'Harbour City FC',
  accent: colourOf('#0b4f9e'),
  terms: 'No refunds after kick-off. Bags larger than A4 are not admitted. No glass, no cans, no flares.',
  rotates: false,
  event: {
    title: 'Harbour City FC v Northern Rovers',
    starts: 'Saturday 14 March 2026, 7:30 PM',
    doors: '6:00 PM',
    venue: 'Harbour Stadium, Sydney',
  },
}

const ticket = (ticketId: number): PrintedTicket => ({
  ticketId,
  barcode: encodeBase32(randomBytes(CODE_BYTES)),
  shortCode: '8GK3-M2QX-7V4TD',
  holder: { label: 'Holder', name: 'Zoë Ångström-Okafor' },
  place: [
    { label: 'Stand', value: 'North Stand' },
    { label: 'Row', value: 'K' },
    { label: 'Seat', value: '12' },
    { label: 'Gate', value: 'C' },
  ],
  way: 'Way in: past the club shop, to the left of the ticket office',
  category: 'Adult',
  price: '$32.50',
})

/** Files of one ticket by one process, in seconds of processor, so that what else runs here does not count; then one of a hundred. */
export async function run(): Promise<Result> {
  const typefaces = createTypefaces()
  const print = (count: number) =>
    printTickets(
      typefaces,
      order,
      Array.from({ length: count }, (_, index) => ticket(index + 1)),
      A6,
    )
  for (let warm = 0; warm < 50; warm += 1) await print(1)
  const startedAt = process.cpuUsage()
  let bytes = 0
  for (let file = 0; file < FILES; file += 1) bytes = (await print(1)).length
  const { user, system } = process.cpuUsage(startedAt)
  const filesASecond = Math.round(FILES / ((user + system) / 1_000_000))
  const hundred = (await print(100)).length
  return {
    targets: [
      atLeast('files of one ticket a second of processor', filesASecond, FILES_A_SECOND_LEAST),
      below('bytes of 100 tickets in one', hundred, BYTES_OF_HUNDRED_MOST),
    ],
    figures: {
      'files of one ticket a second of processor': filesASecond,
      'at least': FILES_A_SECOND_LEAST,
      'processor, ms a file': rounded((user + system) / 1000 / FILES, 2),
      'bytes of a file': bytes,
      'bytes of 100 tickets in one': hundred,
      'less than': BYTES_OF_HUNDRED_MOST,
    },
  }
}
