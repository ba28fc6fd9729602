import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { type PlaceName, placeParts } from '../../../faces/kit/place.ts'
import type { OrgId } from '../../access/principal.ts'
import { speechOf } from '../../messages/mail/words.ts'
import { eventUrl } from '../../people/shops/shop-address.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { zonedIso } from '../../platform/values/time.ts'
import { eventStatus, ticketStatus } from '../../programme/statuses.ts'
import { CODE_DIGITS, CODE_PERIOD_SECONDS } from '../../tickets/tickets/rotating-code.ts'
import { ticketWords } from '../../tickets/tickets/ticket-words.ts'
import { type PassRow, textBelowCode } from './find-pass.ts'
import type { GoogleKeys } from './wallet-settings.ts'

const SAVE_URL = 'https://pay.google.com/gp/v/save/'

/** What is one text for everybody: the organisation's own. */
const words = (value: string) => ({ defaultValue: { language: 'en', value } })

/** Where Google fetches the logo. It does so from addresses that everybody reaches by https, and takes no vector graphics. */
export const logoUrl = (publicUrl: string, orgId: number): string => `${publicUrl}/v1/wallet/google/${orgId}/logo.png`

/** The event, as Google's EventTicketClass has it. */
const googleClass = (publicUrl: string, orgId: OrgId, row: PassRow, { issuerId }: GoogleKeys) => ({
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
  ...googleLogoOf(publicUrl, orgId, row),
})

type GoogleItem = { id: string; [field: string]: unknown }

/** A pass as Google keeps it: what it has in common with others, and itself. */
export type GooglePass = {
  kind: 'eventTicket' | 'generic'
  classItem: GoogleItem
  objectItem: GoogleItem
}

export const googleTicket = (
  publicUrl: string,
  orgId: OrgId,
  row: PassRow,
  keys: GoogleKeys,
  rotationKey?: Buffer,
): GooglePass => ({
  kind: 'eventTicket',
  classItem: googleClass(publicUrl, orgId, row, keys),
  objectItem: googleObject(publicUrl, orgId, row, keys, rotationKey),
})

export const googleLogoOf = (
  publicUrl: string,
  orgId: OrgId,
  { logo_image, organisation }: Pick<PassRow, 'logo_image' | 'organisation'>,
) =>
  logo_image === null || !publicUrl.startsWith('https:')
    ? {}
    : { logo: { sourceUri: { uri: logoUrl(publicUrl, orgId) }, contentDescription: words(organisation) } }

/**
 * The ticket, as Google's EventTicketObject has it, in the language of the order. `rotationKey` where the event's barcodes rotate: the
 * phone makes the digits by itself. Google has fields for section, row, seat and gate; the rest of the place is text below them.
 */
const googleObject = (
  publicUrl: string,
  orgId: OrgId,
  row: PassRow,
  { issuerId }: GoogleKeys,
  rotationKey?: Buffer,
) => {
  const { language } = speechOf(row.language, row.country)
  const speech = ticketWords[language]
  const text = (value: string) => ({ defaultValue: { language, value } })
  const place = placeParts(row, language)
  const textOf = (...names: PlaceName[]) =>
    place
      .filter(({ name }) => names.includes(name))
      .map(({ value }) => value)
      .join(' ')
  const field = (name: string, value: string) => (value === '' ? {} : { [name]: text(value) })
  return {
    id: objectId(orgId, row, issuerId),
    classId: classId(orgId, row, issuerId),
    state: isVoid(row) ? 'INACTIVE' : 'ACTIVE',
    ticketNumber: String(row.ticket_id),
    reservationInfo: { confirmationCode: String(row.order_id) },
    ...(row.ticket_name === null ? {} : { ticketHolderName: row.ticket_name }),
    ticketType: text(row.price_title),
    seatInfo: {
      ...field('section', textOf('stand', 'block')),
      ...field('row', textOf('row')),
      ...field('seat', textOf('seat')),
      ...field('gate', textOf('gate')),
    },
    textModulesData: [
      ...place
        .filter(({ name }) => IN_TEXT.includes(name))
        .map(({ name, label, value }) => ({ id: name, header: label, body: value })),
      ...(row.ticket_terms === null ? [] : [{ id: 'terms', header: speech.terms, body: row.ticket_terms }]),
    ],
    linksModuleData: {
      uris: [{ id: 'shop', uri: eventUrl(publicUrl, row, row.event_id), description: speech.shop }],
    },
    ...(isVoid(row) || row.barcode === null
      ? {}
      : codeOf(exposed(row.barcode), textBelowCode(row, speech.ticket), rotationKey)),
  }
}

const IN_TEXT: PlaceName[] = ['level', 'aisle', 'entrance']

const isVoid = ({ ticket_status_id, event_status_id }: PassRow): boolean =>
  ticket_status_id !== ticketStatus.active || event_status_id === eventStatus.cancelled

const codeOf = (barcode: string, alternateText: string, rotationKey: Buffer | undefined) =>
  rotationKey
    ? {
        rotatingBarcode: {
          type: 'QR_CODE',
          valuePattern: `${barcode}{totp_value_0}`,
          alternateText,
          totpDetails: {
            periodMillis: String(CODE_PERIOD_SECONDS * 1000),
            algorithm: 'TOTP_SHA1',
            parameters: [{ key: rotationKey.toString('hex'), valueLength: CODE_DIGITS }],
          },
        },
      }
    : { barcode: { type: 'QR_CODE', value: barcode, alternateText } }

const classId = (orgId: OrgId, row: PassRow, issuerId: string) => `${issuerId}.event-${orgId}-${row.event_id}`
const objectId = (orgId: OrgId, row: PassRow, issuerId: string) => `${issuerId}.ticket-${orgId}-${row.ticket_id}`

/** The link behind the button: class and object in a token that the organisation's service account signs. */
export async function googleLink(
  { kind, classItem, objectItem }: GooglePass,
  keys: GoogleKeys,
  now: Date,
): Promise<string> {
  const payload = { [`${kind}Classes`]: [classItem], [`${kind}Objects`]: [objectItem] }
  const claims = { typ: 'savetowallet', origins: [], payload }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(keys.serviceAccount)
    .setAudience('google')
    .setIssuedAt(unixSeconds(now))
    .sign(createPrivateKey(keys.privateKey))
  return SAVE_URL + token
}
