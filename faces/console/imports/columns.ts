import { common } from '../words/common.ts'
import { words } from '../words/imports.ts'

/** A column that an import takes, and what it is called: by us, and in other people's spreadsheets. */
export type ImportColumn = { name: string; label: string; isDate?: true; aliases?: string[] }

const NAMES: ImportColumn[] = [
  {
    name: 'first_name',
    label: common.firstName,
    aliases: ['firstname', 'forename', 'givenname', 'vorname', 'prenom', 'nombre'],
  },
  {
    name: 'last_name',
    label: common.lastName,
    aliases: ['lastname', 'surname', 'familyname', 'nachname', 'nom', 'apellido', 'apellidos'],
  },
  { name: 'email_address', label: common.email, aliases: ['email', 'mail', 'emailaddress', 'correo'] },
  { name: 'mobile_number', label: words.mobile, aliases: ['mobile', 'phone', 'telephone', 'cell', 'telefon', 'handy'] },
  { name: 'company_name', label: common.company, aliases: ['company', 'firma', 'empresa'] },
  { name: 'address', label: common.address, aliases: ['street', 'address1', 'addressline1', 'strasse'] },
  { name: 'address2', label: words.addressSecondLine, aliases: ['addressline2'] },
  { name: 'suburb', label: words.cityOrSuburb, aliases: ['city', 'town', 'ort', 'ville'] },
  { name: 'state', label: words.stateOrCounty, aliases: ['county', 'province', 'region'] },
  { name: 'postcode', label: common.postcode, aliases: ['postalcode', 'zip', 'zipcode', 'plz'] },
  { name: 'country_id', label: common.country, aliases: ['country', 'land', 'pais', 'pays'] },
  { name: 'marketing_emails', label: words.wantsNewsByMail, aliases: ['newsletter', 'marketing', 'optin'] },
]

const CUSTOMER: ImportColumn = {
  name: 'org_customer_id',
  label: words.customerNumber,
  aliases: ['customer', 'customerid', 'customernumber', 'customerno', 'kundennummer'],
}

export const customerColumns: ImportColumn[] = [
  CUSTOMER,
  ...NAMES,
  { name: 'new_event_notifications', label: words.wantsNewsOfEvents },
  { name: 'add_date', label: words.customerSince, isDate: true, aliases: ['since', 'customersince', 'created'] },
]

export const memberColumns: ImportColumn[] = [
  {
    name: 'member_number',
    label: words.memberNumber,
    aliases: ['member', 'memberno', 'memberid', 'membershipnumber', 'mitgliedsnummer'],
  },
  CUSTOMER,
  ...NAMES,
  {
    name: 'membership_type_id',
    label: words.membershipType,
    aliases: ['type', 'membershiptype', 'membership', 'category'],
  },
  { name: 'membership_member_status_id', label: words.stateOfPayment, aliases: ['status', 'paid', 'payment'] },
  {
    name: 'date_of_birth',
    label: common.dateOfBirth,
    isDate: true,
    aliases: ['dob', 'born', 'birthday', 'birthdate', 'geburtsdatum'],
  },
  { name: 'expires', label: words.lastDay, isDate: true, aliases: ['until', 'ends', 'end', 'validuntil', 'expiry'] },
  { name: 'created', label: words.memberSince, isDate: true, aliases: ['since', 'joined', 'membersince', 'start'] },
  { name: 'barcode', label: words.barcode, aliases: ['card', 'cardnumber'] },
  { name: 'seat_section', label: words.seatSection, aliases: ['section', 'stand', 'tribune', 'bereich', 'grada'] },
  { name: 'seat_block', label: words.seatBlock, aliases: ['block', 'sector', 'subsection', 'subsectiontitle'] },
  { name: 'seat_row', label: words.seatRow, aliases: ['row', 'reihe', 'fila'] },
  { name: 'seat_title', label: words.seatTitle, aliases: ['seat', 'seatnumber', 'platz', 'asiento'] },
  { name: 'membership_seat_id', label: words.seatByItsId, aliases: ['seatid'] },
  { name: 'gender', label: words.gender, aliases: ['sex'] },
  { name: 'auto_renew', label: words.renewsByItself, aliases: ['renews', 'renewal'] },
  { name: 'membership_fulfilled', label: words.cardSent, aliases: ['fulfilled', 'sent'] },
  { name: 'fulfillment_tracking_code', label: words.trackingCode, aliases: ['tracking'] },
  { name: 'person_id', label: words.personId },
]

/** Letters and digits alone: `E-Mail`, `e_mail` and `Émail` are one. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** Which of ours each heading most likely means, each of ours once; empty where none does. Own names go first. */
export function guessColumns(headings: string[], columns: ImportColumn[]): string[] {
  const taken = new Set<string>()
  const guess = (fits: (column: ImportColumn, heading: string) => boolean) => (before: string[]) =>
    headings.map((heading, at) => {
      if (before[at] !== '' || heading === '') return before[at] ?? ''
      const column = columns.find((each) => !taken.has(each.name) && fits(each, plain(heading)))
      if (column) taken.add(column.name)
      return column?.name ?? ''
    })
  const byName = guess(({ name, label }, heading) => heading === plain(name) || heading === plain(label))
  const byAlias = guess(({ aliases = [] }, heading) => aliases.includes(heading))
  return byAlias(byName(headings.map(() => '')))
}

/** The names of the API in a reason, in the words of the page. */
export const inWords = (reason: string, columns: ImportColumn[]): string =>
  columns
    .filter(({ name }) => name.includes('_'))
    .reduce((text, { name, label }) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), label), reason)
