import { speechOf } from '../../messages/mail/words.ts'
import { invoiceTotals } from '../../platform/e-invoice/invoice.ts'
import { writeCii } from '../../platform/e-invoice/write-cii.ts'
import { createPdf } from '../../platform/pdf/document.ts'
import { fit } from '../../platform/pdf/fit.ts'
import { type Cluster, setLine } from '../../platform/pdf/line.ts'
import { type Colour, POINTS_A_MM, type PrintedPage } from '../../platform/pdf/page.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import type { DocumentKind } from './document-series.ts'
import { type DocumentWords, documentWords } from './document-words.ts'
import type { DocumentContent } from './write-document.ts'

export type IssuedDocument = { kind: DocumentKind; label: string; issuedAt: Date; content: DocumentContent }

const INK: Colour = [0.078, 0.094, 0.102]
const GREY: Colour = [0.33, 0.36, 0.35]
const RULE: Colour = [0.78, 0.76, 0.7]
const PAGE = { width: 210, height: 297, left: 25, right: 190, top: 20, bottom: 262 }
const SIZE = 9.5
const LEADING = 4.6
/** Right edges of the columns of amounts. */
const COLUMNS = { quantity: 122, net: 146, tax: 162, sum: PAGE.right }

type Face = keyof Typefaces
type Pen = {
  text(
    x: number,
    y: number,
    text: string | Cluster[],
    style?: { face?: Face; size?: number; colour?: Colour; align?: 'left' | 'right' },
  ): void
  /** What does not fit into six lines ends in an ellipsis. */
  lines(text: string, width: number): Cluster[][]
}

/**
 * A document as a file that is kept: A4, in the buyer's language, with the same invoice for programs inside where it is one. The address
 * stands where the window of an envelope is.
 */
export async function drawDocument(typefaces: Typefaces, document: IssuedDocument): Promise<Buffer> {
  const { kind, label, content } = document
  const { invoice, language } = content
  const words = documentWords(language)
  const speech = speechOf(language, invoice.seller.address.country)
  const pdf = createPdf(
    { title: `${words[kind]} ${label}`, author: invoice.seller.name, language: speech.language },
    { createdAt: document.issuedAt, invoiceXml: kind === 'receipt' ? null : writeCii(invoice) },
  )
  const pages: PrintedPage[] = []
  const nextPage = () => {
    const page = pdf.addPage(PAGE.width, PAGE.height)
    pages.push(page)
    return { page, pen: penOn(page, typefaces) }
  }
  const money = (minor: number) => speech.money(minor, invoice.currency)
  const day = (date: string) => speech.date(new Date(`${date}T12:00:00Z`), 'UTC')
  let { page, pen } = nextPage()
  let y = drawHead(pen, document, words, day)
  const heading = () => {
    pen.text(PAGE.left, y, words.item, { colour: GREY, size: 8 })
    pen.text(COLUMNS.quantity, y, words.quantity, { colour: GREY, size: 8, align: 'right' })
    pen.text(COLUMNS.net, y, words.net, { colour: GREY, size: 8, align: 'right' })
    pen.text(COLUMNS.tax, y, words.tax, { colour: GREY, size: 8, align: 'right' })
    pen.text(COLUMNS.sum, y, words.sum, { colour: GREY, size: 8, align: 'right' })
    page.line(PAGE.left, y + 2, PAGE.right, y + 2, { width: 0.2, colour: RULE })
    y += 7
  }
  const room = (needed: number, withHeading = false) => {
    if (y + needed <= PAGE.bottom) return
    ;({ page, pen } = nextPage())
    y = PAGE.top + 10
    if (withHeading) heading()
  }
  heading()
  for (const [index, line] of invoice.lines.entries()) {
    const name = pen.lines(line.name, COLUMNS.quantity - PAGE.left - 16)
    const about = line.description === null ? [] : pen.lines(line.description, COLUMNS.quantity - PAGE.left - 16)
    room((name.length + about.length) * LEADING + 3, true)
    pen.text(COLUMNS.quantity, y, String(line.quantity), { align: 'right' })
    pen.text(COLUMNS.net, y, money(line.netMinor), { align: 'right' })
    pen.text(COLUMNS.tax, y, line.category === 'O' ? '–' : percentOf(line.percentMilli, speech.language), {
      align: 'right',
    })
    pen.text(COLUMNS.sum, y, money(content.grossMinor[index] ?? 0), { align: 'right' })
    for (const part of name) y = down(pen, y, part)
    for (const part of about) y = down(pen, y, part, GREY)
    y += 2
  }
  const { netMinor, grossMinor, dueMinor } = invoiceTotals(invoice)
  const sums: [name: string, amount: string, face?: Face][] = [
    [words.net, money(netMinor)],
    ...invoice.taxes
      .filter(({ taxMinor, category }) => taxMinor > 0 || category === 'S')
      .map((tax): [string, string] => [words.taxOf(percentOf(tax.percentMilli, speech.language)), money(tax.taxMinor)]),
    [words.total, money(grossMinor), 'strong'],
    ...(kind === 'credit_note'
      ? []
      : ([
          [words.paid, money(invoice.prepaidMinor)],
          ...(dueMinor > 0 ? [[words.open, money(dueMinor), 'strong'] as const] : []),
        ] as [string, string, Face?][])),
  ]
  room(sums.length * 6 + 4)
  page.line(COLUMNS.quantity - 16, y - 3, PAGE.right, y - 3, { width: 0.2, colour: RULE })
  y += 2
  for (const [name, amount, face = 'text'] of sums) {
    pen.text(COLUMNS.quantity - 16, y, name, { face })
    pen.text(COLUMNS.sum, y, amount, { face, align: 'right' })
    y += 6
  }
  y += 4
  for (const { reason } of invoice.taxes) {
    if (reason === null) continue
    for (const part of pen.lines(reason, PAGE.right - PAGE.left)) {
      room(LEADING)
      y = down(pen, y, part, GREY)
    }
  }
  for (const [index, one] of pages.entries())
    drawFoot(penOn(one, typefaces), one, content, words, index + 1, pages.length)
  return pdf.finish()
}

function down(pen: Pen, y: number, text: string | Cluster[], colour: Colour = INK): number {
  pen.text(PAGE.left, y, text, { colour })
  return y + LEADING
}

function drawHead(
  pen: Pen,
  { kind, label, content: { invoice } }: IssuedDocument,
  words: DocumentWords,
  day: (date: string) => string,
): number {
  const { seller, buyer } = invoice
  const from = [
    seller.name,
    ...seller.address.lines,
    [seller.address.postcode, seller.address.city].filter(Boolean).join(' '),
  ]
  pen.text(PAGE.left, PAGE.top, seller.name, { face: 'headline', size: 16 })
  pen.text(PAGE.left, 47, from.filter(Boolean).join(' · '), { size: 6.5, colour: GREY })
  const town = [buyer.address.postcode, buyer.address.city].filter(Boolean).join(' ')
  const abroad = buyer.address.country === seller.address.country ? '' : buyer.address.country
  const to = [buyer.name, ...buyer.address.lines, town, abroad, buyer.vatId ?? ''].filter((line) => line !== '')
  for (const [index, line] of to.entries()) pen.text(PAGE.left, 53 + index * 5, line)
  const facts: [string, string | null][] = [
    [words.number, label],
    [words.issued, day(invoice.issuedOn)],
    [words.supplied, invoice.suppliedOn === null ? null : day(invoice.suppliedOn)],
    [words.due, invoice.dueOn === null || kind === 'credit_note' ? null : day(invoice.dueOn)],
    [words.order, invoice.orderReference],
  ]
  let at = 53
  for (const [name, value] of facts) {
    if (value === null) continue
    pen.text(130, at, name, { colour: GREY })
    pen.text(PAGE.right, at, value, { align: 'right' })
    at += 5
  }
  pen.text(PAGE.left, 95, words[kind], { face: 'headline', size: 18 })
  if (invoice.corrects) {
    pen.text(PAGE.left, 101, words.corrects(invoice.corrects.number, day(invoice.corrects.issuedOn)), { colour: GREY })
  }
  return 112
}

function drawFoot(
  pen: Pen,
  page: PrintedPage,
  { invoice: { seller }, footer }: DocumentContent,
  words: DocumentWords,
  number: number,
  pages: number,
): void {
  page.line(PAGE.left, 270, PAGE.right, 270, { width: 0.2, colour: RULE })
  const numbers = [
    seller.vatId && `${words.vatId} ${seller.vatId}`,
    seller.taxNumber && `${words.taxNumber} ${seller.taxNumber}`,
    seller.registerNumber && `${words.registerNumber} ${seller.registerNumber}`,
  ].filter(Boolean)
  const lines = [numbers.join(' · '), ...(footer === null ? [] : footer.split('\n'))].filter((line) => line !== '')
  for (const [index, line] of lines.slice(0, 4).entries())
    pen.text(PAGE.left, 275 + index * 3.8, line, { size: 7, colour: GREY })
  pen.text(PAGE.right, 275, words.page(number, pages), { size: 7, colour: GREY, align: 'right' })
}

/** 19 %, 8,125 % as the reader's language writes it. */
const percentOf = (milli: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 3 }).format(milli / 100_000)

const LINES_MAX = 6

function penOn(page: PrintedPage, typefaces: Typefaces): Pen {
  return {
    text(x, y, text, { face = 'text', size = SIZE, colour = INK, align = 'left' } = {}) {
      const clusters = typeof text === 'string' ? setLine(typefaces[face], text).clusters : text
      page.text(x, y, clusters, { size, colour, align })
    },
    lines: (text, width) => fit(typefaces.text, text, width * POINTS_A_MM, [[SIZE, LINES_MAX]]).lines,
  }
}
