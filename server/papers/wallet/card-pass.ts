import { writeDate } from '../../../faces/kit/dates.ts'
import { localeOf, spokenOf } from '../../../faces/kit/languages.ts'
import { placeText } from '../../../faces/kit/place.ts'
import type { OrgId } from '../../access/principal.ts'
import { shopUrl } from '../../people/shops/shop-address.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { zonedIso } from '../../platform/values/time.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { CardRow } from '../ticket-files/member-cards.ts'
import { hexOf } from '../ticket-files/printed-ticket.ts'
import { passColours, passFields } from './apple-pass.ts'
import { cardPassWords } from './card-pass-words.ts'
import { type GooglePass, googleLogoOf } from './google-pass.ts'
import { serialOf } from './pass-kinds.ts'
import type { AppleKeys, GoogleKeys } from './wallet-settings.ts'

/** A card that opens no gate any more. */
const isVoid = ({ membership_member_status_id: status }: CardRow): boolean => status === memberStatus.cancelled

/** What both wallets say of a member, in the language of their last order. */
function saidOf(row: CardRow) {
  const language = spokenOf(row.language) ?? 'en'
  const words = cardPassWords[language]
  const { section: section_label, seat_gate: gate } = row
  const seat = section_label === null ? null : placeText({ ...row, section_label, gate, entrance: null }, language)
  const lastDay = row.expires && new Date(row.expires.getTime() - 1000)
  const until = lastDay && writeDate(lastDay.getTime(), row.timezone, localeOf(language, row.country), 'long')
  return { language, words, seat, until, name: `${row.first_name} ${row.last_name}` }
}

/** The layout is that of Apple's generic pass. */
export function cardPassJson(row: CardRow, publicUrl: string, { passTypeId, teamId }: AppleKeys) {
  const { words, seat, until, name } = saidOf(row)
  const { membership_member_id: id, barcode, member_number: number } = row
  const code = {
    format: 'PKBarcodeFormatQR',
    message: exposed(barcode),
    messageEncoding: 'iso-8859-1',
    altText: number,
  }
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: serialOf({ kind: 'member', id }),
    organizationName: row.organisation,
    description: words.card(row.organisation),
    logoText: row.organisation,
    ...passColours(row.hex_color ?? row.accent_color),
    voided: isVoid(row),
    ...(row.expires ? { expirationDate: zonedIso(row.expires, row.timezone) } : {}),
    ...(isVoid(row) ? {} : { barcodes: [code] }),
    generic: {
      headerFields: passFields(['number', words.number, number]),
      primaryFields: passFields(['member', words.member, name]),
      secondaryFields: passFields(['membership', words.membership, row.type_title], ['until', words.until, until]),
      auxiliaryFields: [
        ...passFields(['season', words.season, row.season_title]),
        ...passFields(['seat', row.category_title ?? words.membership, seat]).map((field) => ({
          ...field,
          changeMessage: words.seatNow,
        })),
      ],
      backFields: passFields(['shop', words.shop, shopUrl(publicUrl, row)]),
    },
  }
}

/** As Google's generic pass has it; the class is one for all members of the organisation. */
export function googleCard(publicUrl: string, orgId: OrgId, row: CardRow, { issuerId }: GoogleKeys): GooglePass {
  const { language, words, seat, until, name } = saidOf(row)
  const text = (value: string) => ({ defaultValue: { language, value } })
  const lines = [
    { id: 'membership', header: words.membership, body: row.type_title },
    { id: 'season', header: words.season, body: row.season_title },
    { id: 'seat', header: row.category_title ?? words.membership, body: seat },
    { id: 'until', header: words.until, body: until },
  ]
  const classId = `${issuerId}.members-${orgId}`
  const { member_number: number } = row
  return {
    kind: 'generic',
    classItem: { id: classId },
    objectItem: {
      id: `${issuerId}.member-${orgId}-${row.membership_member_id}`,
      classId,
      genericType: 'GENERIC_OTHER',
      state: isVoid(row) ? 'INACTIVE' : 'ACTIVE',
      cardTitle: text(row.organisation),
      subheader: text(`${words.member} ${number}`),
      header: text(name),
      hexBackgroundColor: row.hex_color ?? hexOf(row.accent_color),
      ...googleLogoOf(publicUrl, orgId, row),
      ...(row.expires ? { validTimeInterval: { end: { date: zonedIso(row.expires, row.timezone) } } } : {}),
      textModulesData: lines.flatMap(({ body, ...line }) => (body === null ? [] : [{ ...line, body }])),
      linksModuleData: { uris: [{ id: 'shop', uri: shopUrl(publicUrl, row), description: words.shop }] },
      ...(isVoid(row) ? {} : { barcode: { type: 'QR_CODE', value: exposed(row.barcode), alternateText: number } }),
    },
  }
}
