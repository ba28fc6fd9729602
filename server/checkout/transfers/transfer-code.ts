import { isSwissIban } from '../../platform/values/iban.ts'
import { currencyExponent, toMajor } from '../../platform/values/money.ts'

/** Where a transfer goes, and what is written beside it. */
export type TransferOrder = {
  iban: string
  bic: string | null
  holder: string
  postcode: string | null
  town: string | null
  /** ISO 3166-1, two letters, of the organisation. */
  country: string
  amountMinor: number
  currency: string
  reference: string
}

/**
 * What a bank's app reads as a QR code: a Swiss QR bill of an account there, the European Payments Council's of any other in euros. Undefined
 * where there is none: in other currencies, and where something is missing that it has to say.
 */
export function transferCode(order: TransferOrder): string | undefined {
  const { iban, currency, amountMinor } = order
  if (amountMinor > AMOUNT_MINOR_MAX) return undefined
  if (isSwissIban(iban) && (currency === 'CHF' || currency === 'EUR')) return swissCode(order)
  return currency === 'EUR' ? epcCode(order) : undefined
}

/** Both have room for 999,999,999.99. */
const AMOUNT_MINOR_MAX = 99_999_999_999

const decimal = ({ amountMinor, currency }: TransferOrder) =>
  toMajor(amountMinor, currency).toFixed(currencyExponent(currency))

/** EPC069-12, version 2: within Europe the BIC may be left out. The structured reference has a line of its own. */
const epcCode = (order: TransferOrder): string =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    order.bic ?? '',
    order.holder,
    order.iban,
    `EUR${decimal(order)}`,
    '',
    order.reference,
  ].join('\n')

/** Swiss Payment Standards, QR-bill 2.3, which asks for the holder's town: none where it is not known. */
function swissCode(order: TransferOrder): string | undefined {
  if (order.postcode === null || order.town === null) return undefined
  return [
    'SPC',
    '0200',
    '1',
    order.iban,
    'S',
    order.holder,
    '',
    '',
    order.postcode,
    order.town,
    order.country,
    ...NOBODY,
    decimal(order),
    order.currency,
    ...NOBODY,
    order.reference.startsWith('RF') ? 'SCOR' : 'QRR',
    order.reference,
    '',
    'EPD',
  ].join('\n')
}

/** Who is paid in the end, and who pays: left open. */
const NOBODY = Array<string>(7).fill('')
