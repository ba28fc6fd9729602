import { markFormula } from '../values/csv.ts'
import { windows1252 } from '../values/windows-1252.ts'

/** One booking: an amount that is debited to one account and credited to another. */
export type DatevBooking = {
  amount: number
  debited: string
  credited: string
  /** BU-Schlüssel, where one of the accounts has an automatic function that must not act. */
  taxKey: string | null
  /** YYYY-MM-DD */
  date: string
  /** At most 36 letters, digits and $ % & * + - / */
  voucher: string
  text: string
}

export type DatevBatch = {
  consultantNumber: number
  clientNumber: number
  accountLength: number
  /** YYYY-MM-DD, each. */
  fiscalYearStart: string
  from: string
  to: string
  madeAt: Date
  currency: string
}

const numbered = (count: number, titles: string[]) =>
  Array.from({ length: count }, (_, index) => titles.map((title) => `${title} ${index + 1}`)).flat()

/** The 125 columns of the booking batch, version 13 of the format, by DATEV's own headings. */
const COLUMNS = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...numbered(8, ['Beleginfo - Art', 'Beleginfo - Inhalt']),
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...numbered(20, ['Zusatzinformation - Art', 'Zusatzinformation- Inhalt']),
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  'Generalumkehr (GU)',
  'Steuersatz',
  'Land',
  'Abrechnungsreferenz',
  'BVV-Position',
  'EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
]
const LOCKED_AT = COLUMNS.indexOf('Festschreibung')

const line = (cells: (string | number)[]): Buffer => windows1252(`${cells.join(';')}\r\n`)
/** Accountants open the file in a spreadsheet, too, which would run a text that begins like a formula. */
const quoted = (text: string) => `"${markFormula(text).replaceAll('"', '""')}"`
const plainDate = (date: string) => date.replaceAll('-', '')

/** Both lines that a batch begins with. */
export function datevHead(batch: DatevBatch): Buffer {
  const stamp = batch.madeAt.toISOString().replaceAll(/[-:TZ.]/g, '')
  const head = [
    ...[quoted('EXTF'), 700, 21, quoted('Buchungsstapel'), 13, stamp, '', quoted(''), quoted(''), quoted('')],
    ...[batch.consultantNumber, batch.clientNumber, plainDate(batch.fiscalYearStart), batch.accountLength],
    ...[plainDate(batch.from), plainDate(batch.to), quoted('Grandstand'), quoted('')],
    // Bookkeeping, for no purpose of its own, not locked: the accountant may still change what was read in.
    ...[1, 0, 0, quoted(batch.currency), '', quoted(''), '', '', quoted(''), '', '', quoted(''), quoted('')],
  ]
  return Buffer.concat([line(head), line(COLUMNS.map(quoted))])
}

export function datevLine(booking: DatevBooking, currency: string): Buffer {
  const [, month, day] = booking.date.split('-')
  const cells: (string | number)[] = [
    ...[booking.amount.toFixed(2).replace('.', ','), quoted('S'), quoted(currency), '', '', quoted('')],
    ...[booking.debited, booking.credited, quoted(booking.taxKey ?? ''), `${day}${month}`],
    ...[quoted(booking.voucher.slice(0, 36)), quoted(''), '', quoted(booking.text.slice(0, 60))],
  ]
  return line(COLUMNS.map((_, at) => cells[at] ?? (at === LOCKED_AT ? 0 : '')))
}
