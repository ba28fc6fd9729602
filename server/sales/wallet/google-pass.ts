import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { OrgId } from '../../access/principal.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { zonedIso } from '../../platform/values/time.ts'
import { eventStatus, ticketStatus } from '../../programme/statuses.ts'
import { CODE_DIGITS, CODE_PERIOD_SECONDS } from '../tickets/rotating-code.ts'
import type { PassRow } from './find-pass.ts'
import type { GoogleKeys } from './wallet-settings.ts'

const SAVE_URL = 'https://pay.google.com/gp/v/save/'

const words = (value: string) => ({ defaultValue: { language: 'en', value } })

/** The event, as Google's EventTicketClass has it. */
export const googleClass = (orgId: OrgId, row: PassRow, { issuerId }: GoogleKeys) => ({
  id: classId(orgId, row, issuerId),
  issuerName: row.organisation,
  reviewStatus: 'UNDER_REVIEW',
  eventId: String(row.event_id),
  eventName: words(row.title),
  ...(row.venue === null ? {} : { venue: { name: words(row.venue), address: words(row.venue_address ?? row.venue) } }),
  dateTime: {
    start: zonedIso(row.starts_at, row.timezone),
    ...(row.doors_at ? { doorsOpen: zonedIso(row.doors_at, row.timezone) } : {}),
    ...(row.ends_at ? { end: zonedIso(row.ends_at, row.timezone) } : {}),
  },
  ...(row.accent_color === null ? {} : { hexBackgroundColor: row.accent_color }),
})

/** The ticket, as Google's EventTicketObject has it. `rotationKey` where the event's barcodes rotate: the phone makes the digits by itself. */
export const googleObject = (orgId: OrgId, row: PassRow, { issuerId }: GoogleKeys, rotationKey?: Buffer) => ({
  id: objectId(orgId, row, issuerId),
  classId: classId(orgId, row, issuerId),
  state: isVoid(row) ? 'INACTIVE' : 'ACTIVE',
  ticketNumber: String(row.ticket_id),
  reservationInfo: { confirmationCode: String(row.order_id) },
  ...(row.ticket_name === null ? {} : { ticketHolderName: row.ticket_name }),
  ticketType: words(row.price_title),
  seatInfo: {
    section: words(row.section_label ?? row.category_title),
    ...(row.seat_row === null ? {} : { row: words(row.seat_row) }),
    ...(row.seat_title === null ? {} : { seat: words(row.seat_title) }),
    ...(row.seat_gate === null ? {} : { gate: words(row.seat_gate) }),
  },
  ...(isVoid(row) || row.barcode === null ? {} : codeOf(exposed(row.barcode), row.ticket_id, rotationKey)),
})

const isVoid = ({ ticket_status_id, event_status_id }: PassRow): boolean =>
  ticket_status_id !== ticketStatus.active || event_status_id === eventStatus.cancelled

const codeOf = (barcode: string, ticketId: number, rotationKey: Buffer | undefined) =>
  rotationKey
    ? {
        rotatingBarcode: {
          type: 'QR_CODE',
          valuePattern: `${barcode}{totp_value_0}`,
          alternateText: `Ticket ${ticketId}`,
          totpDetails: {
            periodMillis: String(CODE_PERIOD_SECONDS * 1000),
            algorithm: 'TOTP_SHA1',
            parameters: [{ key: rotationKey.toString('hex'), valueLength: CODE_DIGITS }],
          },
        },
      }
    : { barcode: { type: 'QR_CODE', value: barcode, alternateText: `Ticket ${ticketId}` } }

const classId = (orgId: OrgId, row: PassRow, issuerId: string) => `${issuerId}.event-${orgId}-${row.event_id}`
const objectId = (orgId: OrgId, row: PassRow, issuerId: string) => `${issuerId}.ticket-${orgId}-${row.ticket_id}`

/** The link behind the button: class and object in a token that the organisation's service account signs. */
export async function googleLink(
  orgId: OrgId,
  row: PassRow,
  keys: GoogleKeys,
  now: Date,
  rotationKey?: Buffer,
): Promise<string> {
  const payload = {
    eventTicketClasses: [googleClass(orgId, row, keys)],
    eventTicketObjects: [googleObject(orgId, row, keys, rotationKey)],
  }
  const claims = { typ: 'savetowallet', origins: [], payload }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(keys.serviceAccount)
    .setAudience('google')
    .setIssuedAt(unixSeconds(now))
    .sign(createPrivateKey(keys.privateKey))
  return SAVE_URL + token
}
