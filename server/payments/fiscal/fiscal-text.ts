import { createCipheriv, createHash } from 'node:crypto'
import { toMajor } from '../../platform/values/money.ts'
import type { FiscalKind, Signed } from './fiscal-device.ts'

export type FiscalTax = { thousandths: number; amount_minor: number; tax_minor: number }

/** What happened at a counter, as a law wants it signed. */
export type FiscalEvent = {
  subject: 'receipt' | 'close'
  counter: string
  /** Of the receipt or the close. */
  number: number
  at: Date
  currency: string
  /** Cash that came in; below zero: that went out. */
  amountMinor: number
  taxes: FiscalTax[]
  /** All that the counter has signed, with this. */
  turnoverMinor: number
}

/** What ties a signature to the one before it: eight bytes of the digest of what was signed, and of its signature. */
export const chainValue = (text: string, signature: string | null): string =>
  createHash('sha256')
    .update(`${text}.${signature ?? 'outage'}`)
    .digest()
    .subarray(0, 8)
    .toString('base64')

/** Before the first signature of a counter. */
export const firstChainValue = (counter: string): string => chainValue(counter, null)

/** What is signed. RKSV and NF525 have the signature before in it; a TSE chains by its own counters. */
export function fiscalText(kind: FiscalKind, event: FiscalEvent, serial: string, previous: string): string {
  if (kind === 'tse') return tseText(event)
  return kind === 'rksv' ? rksvText(event, serial, previous) : nf525Text(event, previous)
}

const decimal = (minor: number, currency: string, point: '.' | ',') =>
  toMajor(minor, currency).toFixed(2).replace('.', point)

/** What bears one of these rates, in their order, and last all the rest. */
function byRates({ taxes, amountMinor }: FiscalEvent, rates: number[]): number[] {
  const sums = rates.map((rate) =>
    taxes.filter(({ thousandths }) => thousandths === rate).reduce((sum, { amount_minor }) => sum + amount_minor, 0),
  )
  return [...sums, amountMinor - sums.reduce((sum, minor) => sum + minor, 0)]
}

/** Germany: the process data of a receipt by rate (general, reduced, the two of farming, none), and how it was paid. */
function tseText(event: FiscalEvent): string {
  const { currency, amountMinor, number } = event
  if (event.subject === 'close') return `Tagesabschluss^${number}^${decimal(amountMinor, currency, '.')}`
  const sums = byRates(event, [19_000, 7_000, 10_700, 5_500]).map((minor) => decimal(minor, currency, '.'))
  return `Beleg^${sums.join('_')}^${decimal(amountMinor, currency, '.')}:Bar`
}

/** Austria: the machine-readable code without its signature; sums at 20, 10, 13, none and 19 per cent, and all turnover so far, encrypted. */
function rksvText(event: FiscalEvent, serial: string, previous: string): string {
  const { counter, number, subject, at, currency } = event
  const [normal = 0, reduced = 0, second = 0, special = 0, none = 0] = byRates(event, [20_000, 10_000, 13_000, 19_000])
  const sums = [normal, reduced, second, none, special].map((minor) => decimal(minor, currency, ','))
  const name = `${subject === 'close' ? 'Z' : ''}${number}`
  const fields = [
    counter.replaceAll('_', ' '),
    name,
    at.toISOString().slice(0, 19),
    ...sums,
    turnoverCode(event),
    serial,
    previous,
  ]
  return `_R1-AT0_${fields.join('_')}`
}

/** The turnover counter as the law has it: encrypted by AES-256, from the counter's name and the receipt's number. */
function turnoverCode({ counter, number, turnoverMinor }: FiscalEvent): string {
  const key = createHash('sha256').update(`turnover of ${counter}`).digest()
  const start = createHash('sha256').update(`${counter}${number}`).digest().subarray(0, 16)
  const plain = Buffer.alloc(8)
  plain.writeBigInt64BE(BigInt(turnoverMinor))
  const cipher = createCipheriv('aes-256-ctr', key, start)
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64')
}

/** France: taxes by rate, total, time, number, kind, and the signature before. */
function nf525Text(event: FiscalEvent, previous: string): string {
  const { taxes, amountMinor, at, number, subject, counter } = event
  const rates = taxes.map(({ thousandths, amount_minor }) => `${thousandths / 10}:${amount_minor}`).join('|')
  const time = at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
  return [rates, amountMinor, time, `${counter}-${number}`, subject === 'close' ? 'CLOTURE' : 'VENTE', previous].join(
    ',',
  )
}

/** What a code on the receipt says; NF525 prints four signs of its signature instead. */
export function fiscalCode(
  kind: FiscalKind,
  text: string,
  { counter, publicKey }: { counter: string; publicKey: string },
  result: { transaction: number; startedAt: Date; signed: Signed } | undefined,
): string | null {
  if (kind === 'nf525') return null
  if (kind === 'rksv') {
    const signature = result?.signed.signature ?? Buffer.from(OUTAGE.rksv).toString('base64')
    return `${text}_${signature}`
  }
  if (!result) return null
  const { transaction, startedAt, signed } = result
  const type = text.startsWith('Beleg^') ? 'Kassenbeleg-V1' : 'SonstigerVorgang'
  const fields = [
    'V0',
    counter,
    type,
    text,
    transaction,
    signed.signatureCounter,
    startedAt.toISOString(),
    signed.finishedAt.toISOString(),
  ]
  return [...fields, 'ecdsa-plain-SHA256', 'unixTime', signed.signature, publicKey].join(';')
}

/** What a receipt says where the device did not answer, in the words of its country. */
export const OUTAGE: Record<FiscalKind, string> = {
  tse: 'Sicherungseinrichtung ausgefallen',
  rksv: 'Sicherheitseinrichtung ausgefallen',
  nf525: 'Signature indisponible',
}

/** The third, seventh, thirteenth and nineteenth sign of a signature, which a French receipt prints. */
export const signatureExcerpt = (signature: string): string => [2, 6, 12, 18].map((at) => signature[at] ?? '').join('')
