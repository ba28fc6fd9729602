import { crc32, deflateSync } from 'node:zlib'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { zonedIso } from '../../platform/values/time.ts'
import { eventStatus, ticketStatus } from '../../programme/statuses.ts'
import { colourOf } from '../ticket-files/printed-ticket.ts'
import type { PassRow } from './find-pass.ts'
import type { AppleKeys } from './wallet-settings.ts'

export const PKPASS_TYPE = 'application/vnd.apple.pkpass'

/** Where a phone asks for a pass anew, and what it proves itself with. */
export type PassService = { url: string; token: string }

/** A pass as Apple describes it: an event ticket, signed with the organisation's certificate. */
export async function applePass(row: PassRow, keys: AppleKeys, service?: PassService): Promise<Buffer> {
  // With all that it needs to sign it is a tenth of what a start would have to load.
  const { PKPass } = await import('passkit-generator')
  const certificates = { wwdr: keys.wwdr, signerCert: keys.certificate, signerKey: keys.privateKey }
  const files = {
    'pass.json': Buffer.from(JSON.stringify(passJson(row, keys, service))),
    'icon.png': icon(29, row.accent_color),
    'icon@2x.png': icon(58, row.accent_color),
    'icon@3x.png': icon(87, row.accent_color),
  }
  return new PKPass(files, certificates).getAsBuffer()
}

/** A pass of a ticket that opens no gate any more is greyed by the phone. */
const isVoid = ({ ticket_status_id, event_status_id }: PassRow): boolean =>
  ticket_status_id !== ticketStatus.active || event_status_id === eventStatus.cancelled

function passJson(row: PassRow, { passTypeId, teamId }: AppleKeys, service: PassService | undefined) {
  const starts = zonedIso(row.starts_at, row.timezone)
  const background = colourOf(row.accent_color)
  const foreground = isDark(background) ? 'rgb(255, 255, 255)' : 'rgb(20, 24, 26)'
  const place = fields(
    ['section', 'Section', row.section_label ?? row.category_title],
    ['row', 'Row', row.seat_row],
    ['seat', 'Seat', row.seat_title],
    ['gate', 'Gate', row.seat_gate],
  )
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: String(row.ticket_id),
    organizationName: row.organisation,
    description: `Ticket for ${row.title}`,
    logoText: row.organisation,
    groupingIdentifier: `event-${row.event_id}`,
    backgroundColor: `rgb(${background.map((part) => Math.round(part * 255)).join(', ')})`,
    foregroundColor: foreground,
    labelColor: foreground,
    relevantDate: starts,
    voided: isVoid(row),
    sharingProhibited: row.rotating_barcodes,
    ...(service ? { webServiceURL: service.url, authenticationToken: service.token } : {}),
    ...(hasBarcode(row) ? { barcodes: [barcodeOf(row)] } : {}),
    eventTicket: {
      primaryFields: fields(['event', 'Event', row.title]),
      secondaryFields: [
        { ...dateField, key: 'starts', label: 'Starts', value: starts, changeMessage: 'Now starts %@' },
        ...fields(['venue', 'Venue', row.venue]),
      ],
      auxiliaryFields: place,
      backFields: fields(
        ['holder', 'Holder', row.ticket_name],
        ['price', 'Price', row.price_title],
        ['order', 'Order', String(row.order_id)],
        ['ticket', 'Ticket', String(row.ticket_id)],
        ['address', 'Address', row.venue_address],
        ['live', 'Your code', row.rotating_barcodes ? LIVE : null],
        ['terms', 'Terms', row.ticket_terms],
      ),
    },
    semantics: {
      eventName: row.title,
      eventStartDate: starts,
      ...(row.ends_at ? { eventEndDate: zonedIso(row.ends_at, row.timezone) } : {}),
      ...(row.venue ? { venueName: row.venue } : {}),
    },
  }
}

const LIVE =
  'The code of this ticket changes every few seconds. Open the ticket’s page by the link in your mail to show it.'
const dateField = { dateStyle: 'PKDateStyleMedium', timeStyle: 'PKDateStyleShort', ignoresTimeZone: true }

type Field = [key: string, label: string, value: string | null]
const fields = (...all: Field[]) =>
  all.flatMap(([key, label, value]) => (value === null ? [] : [{ key, label, value }]))

/** A phone of Apple's makes no codes by itself: where they rotate, only the ticket's page has them. */
const hasBarcode = (row: PassRow): boolean => !row.rotating_barcodes && row.barcode !== null && !isVoid(row)

const barcodeOf = ({ barcode, ticket_id }: PassRow) => ({
  format: 'PKBarcodeFormatQR',
  message: barcode === null ? '' : exposed(barcode),
  messageEncoding: 'iso-8859-1',
  altText: `Ticket ${ticket_id}`,
})

const isDark = ([red, green, blue]: readonly [number, number, number]) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5

/** Every pass needs one; ours is a square in the organisation's colour, since its logo is an address and a pass calls nobody. */
function icon(side: number, accent: string | null): Buffer {
  const pixel = Buffer.from(colourOf(accent).map((part) => Math.round(part * 255)))
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: side }, () => pixel)])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
