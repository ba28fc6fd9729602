import type { HowToTransfer } from '../../checkout/transfers/how-to-transfer.ts'
import { speechOf } from '../../messages/mail/words.ts'
import { invoiceTotals } from '../../platform/e-invoice/invoice.ts'
import { writeCii } from '../../platform/e-invoice/write-cii.ts'
import { createPdf } from '../../platform/pdf/document.ts'
import type { PrintedPage } from '../../platform/pdf/page.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import { GREY, RULE } from '../ticket-files/typesetter.ts'
import type { DocumentKind } from './document-series.ts'
import { documentWords } from './document-words.ts'
import { down, drawFoot, drawHead, drawHowToPay, HOW_TO_PAY_MM, LEADING, PAGE, penOn } from './letter-paper.ts'
import { letterWords } from './letter-words.ts'
import type { DocumentContent } from './write-document.ts'

/** A pro-forma invoice is none of the documents that are issued: it has no number, and asks for the money. */
export type PrintedDocument = {
  kind: DocumentKind | 'proforma'
  label: string
  issuedAt: Date
  content: DocumentContent
  how?: HowToTransfer | undefined
}

/** Right edges of the columns of amounts. */
const COLUMNS = { quantity: 122, net: 146, tax: 162, sum: PAGE.right }

/**
 * A document as a file that is kept: A4, in the buyer's language, with the e-invoice inside where it is an invoice or a credit note. The address
 * stands where the window of an envelope is.
 */
export async function drawDocument(typefaces: Typefaces, document: PrintedDocument): Promise<Buffer> {
  const { kind, label, content } = document
  const { invoice, language } = content
  const letter = letterWords(language)
  const words = { ...documentWords(language, invoice.seller.address.country), proforma: letter.proforma }
  const speech = speechOf(language, invoice.seller.address.country)
  const pdf = createPdf(
    { title: `${words[kind]} ${label}`, author: invoice.seller.name, language: speech.language },
    { createdAt: document.issuedAt, invoiceXml: kind === 'receipt' || kind === 'proforma' ? null : writeCii(invoice) },
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
  const { corrects } = invoice
  const facts: [string, string | null][] = [
    [words.number, kind === 'proforma' ? null : label],
    [words.issued, day(invoice.issuedOn)],
    [words.supplied, invoice.suppliedOn === null ? null : day(invoice.suppliedOn)],
    [words.due, invoice.dueOn === null || kind === 'credit_note' ? null : day(invoice.dueOn)],
    [words.order, invoice.orderReference],
  ]
  const under =
    kind === 'proforma'
      ? letter.noInvoice
      : corrects && (kind === 'credit_note' ? words.corrects : words.takesBack)(corrects.number, day(corrects.issuedOn))
  let y = drawHead(pen, invoice, facts, { title: words[kind], under })
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
  const sums: [name: string, amount: string, face?: keyof Typefaces][] = [
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
        ] as [string, string, (keyof Typefaces)?][])),
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
  if (document.how) {
    room(HOW_TO_PAY_MM)
    y = drawHowToPay(pen, page, y, document.how, letter)
  }
  const foot = { seller: invoice.seller, footer: content.footer }
  for (const [index, one] of pages.entries()) drawFoot(penOn(one, typefaces), one, foot, words, index + 1, pages.length)
  return pdf.finish()
}

/** 19 %, 8,125 % as the reader's language writes it. */
const percentOf = (milli: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 3 }).format(milli / 100_000)
