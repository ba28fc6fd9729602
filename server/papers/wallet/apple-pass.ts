import { placeParts } from '../../../faces/kit/place.ts'
import type { LogoDeps } from '../../messages/mail/logos.ts'
import { speechOf } from '../../messages/mail/words.ts'
import { eventUrl } from '../../people/shops/shop-address.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { zonedIso } from '../../platform/values/time.ts'
import { eventStatus, ticketStatus } from '../../programme/statuses.ts'
import { type TicketWords, ticketWords } from '../../tickets/tickets/ticket-words.ts'
import { colourOf, hexOf } from '../ticket-files/printed-ticket.ts'
import { type PassRow, textBelowCode } from './find-pass.ts'
import { passPictures } from './pass-pictures.ts'
import type { AppleKeys } from './wallet-settings.ts'

export const PKPASS_TYPE = 'application/vnd.apple.pkpass'

/** Where a phone asks for a pass anew, and what it proves itself with. */
export type PassService = { url: string; token: string }

/** Where a pass gets the organisation's logo from, and what its links begin with. */
export type PassDeps = LogoDeps & { publicUrl: string }

/** An event ticket as Apple describes it, in the language of the order. */
export const applePass = (deps: PassDeps, row: PassRow, keys: AppleKeys, service?: PassService): Promise<Buffer> =>
  signPass(deps, row, passJson(row, deps.publicUrl, keys), keys, service)

/** A pass as a file, signed with the organisation's certificate. */
export async function signPass(
  { findLogo, parsers }: PassDeps,
  { logo_image, accent_color }: Pick<PassRow, 'logo_image' | 'accent_color'>,
  pass: object,
  keys: AppleKeys,
  service: PassService | undefined,
): Promise<Buffer> {
  // With all that it needs to sign it is a tenth of what a start would have to load.
  const { PKPass } = await import('passkit-generator')
  const serviceFields = service ? { webServiceURL: service.url, authenticationToken: service.token } : {}
  const certificates = { wwdr: keys.wwdr, signerCert: keys.certificate, signerKey: keys.privateKey }
  const files = {
    'pass.json': Buffer.from(JSON.stringify({ ...pass, ...serviceFields })),
    ...(await passPictures(parsers, await findLogo(logo_image), hexOf(accent_color))).apple,
  }
  return new PKPass(files, certificates).getAsBuffer()
}

/** A pass of a ticket that opens no gate any more is greyed by the phone. */
const isVoid = ({ ticket_status_id, event_status_id }: PassRow): boolean =>
  ticket_status_id !== ticketStatus.active || event_status_id === eventStatus.cancelled

function passJson(row: PassRow, publicUrl: string, { passTypeId, teamId }: AppleKeys) {
  const { language } = speechOf(row.language, row.country)
  const words = ticketWords[language]
  const place = placeParts(row, language).map(({ name, label, value }): Field => [name, label, value])
  const front = place.filter(([name]) => ON_FRONT.includes(name))
  const starts = zonedIso(row.starts_at, row.timezone)
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: String(row.ticket_id),
    organizationName: row.organisation,
    description: words.ticketFor(row.title),
    logoText: row.organisation,
    groupingIdentifier: `event-${row.event_id}`,
    ...passColours(row.accent_color),
    relevantDate: starts,
    voided: isVoid(row),
    sharingProhibited: row.rotating_barcodes,
    ...(hasBarcode(row) ? { barcodes: [barcodeOf(row, words)] } : {}),
    eventTicket: {
      primaryFields: passFields(['event', words.event, row.title]),
      secondaryFields: [
        { ...dateField, key: 'starts', label: words.starts, value: starts, changeMessage: words.startsNow },
        ...passFields(['venue', words.venue, row.venue]),
      ],
      auxiliaryFields: passFields(...front),
      backFields: [
        // What does not fit on the front; the phone makes no room for more.
        ...passFields(...place.filter((field) => !front.includes(field))),
        ...passFields(
          ['holder', words.holder, row.ticket_name],
          ['price', words.price, row.price_title],
          ['order', words.order, String(row.order_id)],
          ['ticket', words.ticket, String(row.ticket_id)],
          ['address', words.address, row.venue_address],
          ['live', words.code, row.rotating_barcodes ? words.live : null],
          ['shop', words.shop, eventUrl(publicUrl, row, row.event_id)],
          ['terms', words.terms, row.ticket_terms],
        ),
      ],
    },
    semantics: {
      eventName: row.title,
      eventStartDate: starts,
      ...(row.ends_at ? { eventEndDate: zonedIso(row.ends_at, row.timezone) } : {}),
      ...(row.venue ? { venueName: row.venue } : {}),
    },
  }
}

/** Stand, block, row, seat and gate: as many as a phone shows side by side. */
const ON_FRONT = ['stand', 'block', 'row', 'seat', 'gate']
const dateField = { dateStyle: 'PKDateStyleMedium', timeStyle: 'PKDateStyleShort', ignoresTimeZone: true }

type Field = [key: string, label: string, value: string | null]
export const passFields = (...all: Field[]) =>
  all.flatMap(([key, label, value]) => (value === null ? [] : [{ key, label, value }]))

/** A phone of Apple's makes no codes by itself: where they rotate, only the ticket's page has them. */
const hasBarcode = (row: PassRow): boolean => !row.rotating_barcodes && row.barcode !== null && !isVoid(row)

const barcodeOf = (row: PassRow, words: TicketWords) => ({
  format: 'PKBarcodeFormatQR',
  message: row.barcode === null ? '' : exposed(row.barcode),
  messageEncoding: 'iso-8859-1',
  altText: textBelowCode(row, words.ticket),
})

/** In the colour that is given, or ours, with what can be read on it. */
export function passColours(hex: string | null) {
  const background = colourOf(hex)
  const foreground = isDark(background) ? 'rgb(255, 255, 255)' : 'rgb(20, 24, 26)'
  return {
    backgroundColor: `rgb(${background.map((part) => Math.round(part * 255)).join(', ')})`,
    foregroundColor: foreground,
    labelColor: foreground,
  }
}

const isDark = ([red, green, blue]: readonly [number, number, number]) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5
