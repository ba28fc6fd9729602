import type { HowToTransfer } from '../../checkout/transfers/how-to-transfer.ts'
import { fit } from '../../platform/pdf/fit.ts'
import { type Cluster, setLine } from '../../platform/pdf/line.ts'
import { type Colour, POINTS_A_MM, type PrintedPage } from '../../platform/pdf/page.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import { qrCells } from '../../tickets/tickets/qr-code.ts'
import { GREY, INK, RULE } from '../ticket-files/typesetter.ts'
import type { DocumentWords } from './document-words.ts'
import type { LetterWords } from './letter-words.ts'
import type { DocumentContent } from './write-document.ts'

export const PAGE = { width: 210, height: 297, left: 25, right: 190, top: 20, bottom: 262 }
const SIZE = 9.5
export const LEADING = 4.6
export type Pen = {
  text(
    x: number,
    y: number,
    text: string | Cluster[],
    style?: { face?: keyof Typefaces; size?: number; colour?: Colour; align?: 'left' | 'right' },
  ): void
  /** What does not fit into six lines ends in an ellipsis. */
  lines(text: string, width: number): Cluster[][]
}

export function down(pen: Pen, y: number, text: string | Cluster[], colour: Colour = INK): number {
  pen.text(PAGE.left, y, text, { colour })
  return y + LEADING
}

/** Who writes, and to whom: where the window of an envelope is. Beside it the facts; below it what it is. Answers where the rest begins. */
export function drawHead(
  pen: Pen,
  { seller, buyer }: Pick<DocumentContent['invoice'], 'seller' | 'buyer'>,
  facts: [name: string, value: string | null][],
  { title, under }: { title: string; under: string | null },
): number {
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
  let at = 53
  for (const [name, value] of facts) {
    if (value === null) continue
    pen.text(130, at, name, { colour: GREY })
    pen.text(PAGE.right, at, value, { align: 'right' })
    at += 5
  }
  pen.text(PAGE.left, 95, title, { face: 'headline', size: 18 })
  if (under !== null) pen.text(PAGE.left, 101, under, { colour: GREY })
  return 112
}

/** So much room is taken by how to pay. */
export const HOW_TO_PAY_MM = 44
const QR_MM = 32

/** The account, and the code that a bank's app reads. */
export function drawHowToPay(pen: Pen, page: PrintedPage, y: number, how: HowToTransfer, words: LetterWords): number {
  const rows: [string, string | null][] = [
    [words.transferTo, how.account_holder],
    [words.iban, how.iban],
    [words.bic, how.bic],
    [words.reference, how.reference],
  ]
  let at = y + 4
  for (const [name, value] of rows) {
    if (value === null) continue
    pen.text(PAGE.left, at, name, { colour: GREY })
    pen.text(PAGE.left + 38, at, value, { face: 'strong' })
    at += 5.5
  }
  if (how.qr_text !== null) {
    page.grid(PAGE.right - QR_MM, y, QR_MM, qrCells(how.qr_text))
    pen.text(PAGE.right, y + QR_MM + 4, words.scan, { size: 7, colour: GREY, align: 'right' })
  }
  return y + HOW_TO_PAY_MM
}

export function drawFoot(
  pen: Pen,
  page: PrintedPage,
  { seller, footer }: { seller: DocumentContent['invoice']['seller']; footer: string | null },
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

const LINES_MAX = 6

export function penOn(page: PrintedPage, typefaces: Typefaces): Pen {
  return {
    text(x, y, text, { face = 'text', size = SIZE, colour = INK, align = 'left' } = {}) {
      const clusters = typeof text === 'string' ? setLine(typefaces[face], text).clusters : text
      page.text(x, y, clusters, { size, colour, align })
    },
    lines: (text, width) => fit(typefaces.text, text, width * POINTS_A_MM, [[SIZE, LINES_MAX]]).lines,
  }
}
