import { speechOf } from '../../messages/mail/words.ts'
import { OUTAGE, signatureExcerpt } from '../../payments/fiscal/fiscal-text.ts'
import { createPdf } from '../../platform/pdf/document.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import { zonedIso } from '../../platform/values/time.ts'
import { qrCells } from '../../tickets/tickets/qr-code.ts'
import { type Pen, penOn } from '../documents/letter-paper.ts'
import { GREY, RULE } from '../ticket-files/typesetter.ts'
import type { PrintedReceipt } from './read-printed-receipt.ts'
import { receiptWords } from './receipt-words.ts'

const ROLL = { width: 80, left: 5, right: 75 }
const QR_MM = 40
const SMALL = 6.5

type Drawn =
  | { kind: 'pair'; name: string; value: string; strong?: boolean }
  | { kind: 'text'; text: string; strong?: boolean }
  | { kind: 'rule' }

/** As long as what is on it: a roll has no pages. */
export async function drawTillReceipt(typefaces: Typefaces, receipt: PrintedReceipt): Promise<Buffer> {
  const { row, seller, language } = receipt
  const words = receiptWords(language)
  const speech = speechOf(language, seller.country)
  const money = (minor: number) => speech.money(minor, row.currency)
  const parts = [...headOf(receipt), ...sumsOf(receipt, money), ...signatureOf(receipt)]
  const pdf = createPdf({
    title: `${words[row.kind]} ${row.receipt_number}`,
    author: seller.name,
    language: speech.language,
  })
  const ruler = penOn(pdf.addPage(ROLL.width, 10), typefaces)
  const height = parts.reduce((sum, part) => sum + heightOf(ruler, part), 0) + (row.code === null ? 0 : QR_MM + 6) + 24
  const roll = createPdf({
    title: `${words[row.kind]} ${row.receipt_number}`,
    author: seller.name,
    language: speech.language,
  })
  const page = roll.addPage(ROLL.width, height)
  const pen = penOn(page, typefaces)
  pen.text(ROLL.left, 12, seller.name, { face: 'headline', size: 13 })
  let y = 18
  for (const part of parts) {
    if (part.kind === 'rule') page.line(ROLL.left, y - 2, ROLL.right, y - 2, { width: 0.2, colour: RULE })
    else drawPart(pen, y, part)
    y += heightOf(pen, part)
  }
  if (row.code !== null) page.grid((ROLL.width - QR_MM) / 2, y, QR_MM, qrCells(row.code))
  return roll.finish()
}

const WIDTH = ROLL.right - ROLL.left

function heightOf(pen: Pen, part: Drawn): number {
  if (part.kind === 'rule') return 3
  if (part.kind === 'pair') return part.name.length > NAME_MAX ? 8.5 : 4.6
  return pen.lines(part.text, WIDTH * 1.3).length * 3.6
}

/** A longer name has a line of its own, above its amount. */
const NAME_MAX = 30

function drawPart(pen: Pen, y: number, part: Exclude<Drawn, { kind: 'rule' }>): void {
  const face = part.strong ? 'strong' : 'text'
  if (part.kind === 'text') {
    for (const [index, line] of pen.lines(part.text, WIDTH * 1.3).entries())
      pen.text(ROLL.left, y + index * 3.6, line, { size: SMALL, colour: GREY })
    return
  }
  pen.text(ROLL.left, y, part.name, { face, size: 8 })
  pen.text(ROLL.right, part.name.length > NAME_MAX ? y + 3.8 : y, part.value, { face, size: 8, align: 'right' })
}

const pair = (name: string, value: string, strong = false): Drawn => ({ kind: 'pair', name, value, strong })

function headOf({ row, seller, language, timezone }: PrintedReceipt): Drawn[] {
  const words = receiptWords(language)
  return [
    ...[...seller.lines, ...seller.taxIds].map((text): Drawn => ({ kind: 'text', text })),
    { kind: 'rule' },
    pair(words[row.kind], '', true),
    pair(words.counter, row.name),
    pair(words.number, String(row.receipt_number)),
    pair(words.date, zonedIso(row.created_at, timezone).slice(0, 16).replace('T', ' ')),
    ...(row.order_id === null ? [] : [pair(words.order, String(row.order_id))]),
    { kind: 'rule' },
  ]
}

function sumsOf(
  { row, lines, taxes, totalMinor, language }: PrintedReceipt,
  money: (minor: number) => string,
): Drawn[] {
  const words = receiptWords(language)
  const fees = totalMinor - lines.reduce((sum, { grossMinor }) => sum + grossMinor, 0)
  const isCash = row.payment_method === 'cash'
  const handedMinor = row.amount_minor + row.rounding_minor
  return [
    ...lines.map(({ title, quantity, grossMinor }) => pair(`${quantity} × ${title}`, money(grossMinor))),
    ...(lines.length > 0 && fees !== 0 ? [pair(words.fees, money(fees))] : []),
    pair(words.total, money(totalMinor), true),
    ...taxes.map((tax) => pair(`${tax.thousandths / 1000} % ${words.ofThatTax}`, money(tax.tax_minor))),
    ...(row.rounding_minor === 0 ? [] : [pair(words.rounding, money(row.rounding_minor))]),
    isCash
      ? pair(handedMinor < 0 ? words.backInCash : words.inCash, money(Math.abs(handedMinor)), true)
      : pair(words.otherwise, money(row.amount_minor)),
  ]
}

function signatureOf({ row, language }: PrintedReceipt): Drawn[] {
  const words = receiptWords(language)
  const { fiscal_kind: kind, serial, started_at: started, finished_at: finished, signature } = row
  if (kind === null || serial === null || started === null) return []
  if (signature === null)
    return [{ kind: 'rule' }, pair(OUTAGE[kind], '', true), pair(words.begun, started.toISOString().slice(0, 19))]
  return [
    { kind: 'rule' },
    pair(words.device, serial),
    pair(words.transaction, String(row.transaction_number)),
    pair(words.signatureCounter, String(row.signature_counter)),
    pair(words.begun, `${started.toISOString().slice(0, 19)}Z`),
    pair(words.finished, finished === null ? '' : `${finished.toISOString().slice(0, 19)}Z`),
    ...(kind === 'nf525' ? [pair(words.signature, signatureExcerpt(signature))] : []),
    { kind: 'text', text: `${words.signature}: ${signature}` },
  ]
}
