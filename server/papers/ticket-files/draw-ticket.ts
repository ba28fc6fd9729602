import type { PrintedPage } from '../../platform/pdf/page.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import { ticketWords } from '../../tickets/tickets/ticket-words.ts'
import { drawCode, drawSmallPrint } from './draw-code.ts'
import type { PrintedOrder, PrintedTicket } from './printed-ticket.ts'
import { createTypesetter, GREY, INK, RULE, type Typesetter } from './typesetter.ts'

export type TicketDrawing = { order: PrintedOrder; ticket: PrintedTicket; number: number; of: number }

/** The least that a code may measure on paper: a worn scanner reads modules of 0.85 mm. */
export const QR_MM_MIN = 35
const QR_MM_MAX = 50
/** The white that a code needs around it is four of its modules; codes here have 41. */
const quietMm = (qr: number) => (4.4 * qr) / 41
/** A ticket and the paper that it is drawn on. */
export type Setting = TicketDrawing & { page: PrintedPage; set: Typesetter; k: number; margin: number; qr: number }

/** A ticket that fills the page, upright or lying, whatever its size. */
export function drawTicket(page: PrintedPage, faces: Typefaces, drawing: TicketDrawing): void {
  const { width, height } = page
  const upright = height >= width
  const k = between(0.6, upright ? Math.min(width / 105, height / 148) : Math.min(width / 165, height / 80), 1.3)
  const margin = 7 * k
  const qr = between(QR_MM_MIN, upright ? width * 0.44 : height - 2 * margin, QR_MM_MAX)
  const setting = { ...drawing, page, set: createTypesetter(page, faces, k), k, margin, qr }
  if (upright) drawUpright(setting)
  else drawLying(setting)
}

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value))

function drawUpright(setting: Setting): void {
  const { page, margin, qr, k } = setting
  const width = page.width - 2 * margin
  const codeTop = page.height - margin - qr
  const tear = codeTop - Math.max(6 * k, quietMm(qr))
  let y = drawEvent(setting, margin, margin, width, 2)
  y = drawPlace(setting, margin, y + 4.5 * k, width)
  drawHolder(setting, margin, y + 4.5 * k, width)
  page.line(0, tear, page.width, tear, { width: 0.35, colour: RULE, dash: [1.6, 1.2] })
  drawCode(setting, margin, codeTop)
  const small = margin + qr + Math.max(6 * k, quietMm(qr))
  drawSmallPrint(setting, small, codeTop, page.width - margin - small, page.height - margin)
}

function drawLying(setting: Setting): void {
  const { page, margin, qr, k } = setting
  const tear = margin + qr + Math.max(5 * k, quietMm(qr))
  const left = tear + 5 * k
  const width = page.width - margin - left
  drawCode(setting, margin, (page.height - qr) / 2)
  page.line(tear, 0, tear, page.height, { width: 0.35, colour: RULE, dash: [1.6, 1.2] })
  let y = drawEvent(setting, left, margin, width, 1)
  y = drawPlace(setting, left, y + 3 * k, width)
  const half = width * 0.52
  drawHolder(setting, left, y + 3.5 * k, half - 4 * k)
  drawSmallPrint(setting, left + half, y + 3.5 * k, width - half, page.height - margin)
}

/** Whose event, what, when and where. Beside a logo there is less room for words, and no more height is taken. */
function drawEvent(setting: Setting, x: number, top: number, whole: number, more: number) {
  const { set, page, order, number, of, k } = setting
  const { organisation, accent, event } = order
  const count = of > 1 ? `${number} / ${of}` : ''
  const reserved = count === '' ? 0 : 16 * k
  set.block({
    x,
    y: top,
    width: whole - reserved,
    text: organisation,
    steps: [
      [9, 1],
      [7, 1],
    ],
    face: 'strong',
  })
  if (count !== '') set.label(x + whole, top + 0.4 * k, count, 'right')
  page.fill(x, top + 4.4 * k, whole, 1 * k, accent)
  const width = whole - drawLogo(setting, x + whole, top + 8 * k)
  let y = set.block({
    x,
    y: top + 8.6 * k,
    width,
    text: event.title,
    steps: [
      [27, 1],
      [24, more],
      [21, more],
      [18, more + 1],
      [14, more + 1],
    ],
    face: 'headline',
  })
  y = set.block({
    x,
    y: y + 3.4 * k,
    width,
    text: event.starts,
    steps: [
      [9.5, 1],
      [8.5, 1],
      [7.5, 2],
    ],
    face: 'strong',
  })
  const rest = [event.venue, event.doors && ticketWords[order.language].doors(event.doors)]
    .filter((part) => part !== null)
    .join(' · ')
  return rest === ''
    ? y
    : set.block({
        x,
        y: y + 1.8 * k,
        width,
        text: rest,
        steps: [
          [8.5, 1],
          [7.5, 2],
        ],
        colour: GREY,
      })
}

/** As high as a title of one line and the date below it, which are always there. */
const LOGO_MM = { width: 26, height: 12 }

/** Returns the room that it takes at the right end of the lines. */
function drawLogo({ page, order: { logo }, k }: Setting, right: number, top: number): number {
  if (!logo) return 0
  const scale = Math.min((LOGO_MM.width * k) / logo.width, (LOGO_MM.height * k) / logo.height)
  const width = logo.width * scale
  const height = logo.height * scale
  page.picture(right - width, top, width, height, logo)
  return width + 4 * k
}

/** Stand, row, seat and gate side by side, like the figures of a scoreboard, and how to get in below them. */
function drawPlace({ set, page, ticket, k }: Setting, x: number, top: number, width: number): number {
  if (ticket.place.length === 0) return top - 4.5 * k
  const gap = 3 * k
  const [, ...others] = ticket.place
  const widths = others.map(({ value }) => between(9 * k, set.widthOf('headline', value, 22) + 1, 26 * k))
  const first = width - widths.reduce((sum, one) => sum + one + 2 * gap, 0)
  page.line(x, top, x + width, top, { width: 0.25, colour: INK })
  let at = x
  const bottom = top + 14.5 * k
  ticket.place.forEach(({ label, value }, index) => {
    const cell = [first, ...widths][index] ?? 0
    if (index > 0) page.line(at - gap, top + 2 * k, at - gap, bottom - 1.6 * k, { width: 0.2, colour: RULE })
    set.label(at, top + 2.4 * k, label)
    const steps = [
      [22, 1],
      [18, 1],
      [14, 1],
      [11, 2],
      [8.5, 2],
    ] as const
    set.block({ x: at, y: top + 6 * k, width: cell, text: value, steps, face: 'headline' })
    at += cell + 2 * gap
  })
  page.line(x, bottom, x + width, bottom, { width: 0.25, colour: INK })
  if (ticket.way === '') return bottom
  const way = [
    [8, 1],
    [7, 2],
    [6, 2],
  ] as const
  return set.block({ x, y: bottom + 1.8 * k, width, text: ticket.way, steps: way })
}

function drawHolder({ set, ticket, k }: Setting, x: number, top: number, width: number): void {
  const { holder, category, price } = ticket
  let y = top
  if (holder) {
    set.label(x, y, holder.label)
    const steps = [
      [10, 1],
      [9, 2],
      [7.5, 2],
    ] as const
    y = set.block({ x, y: y + 3 * k, width, text: holder.name, steps, face: 'strong' }) + 2.2 * k
  }
  set.block({
    x,
    y,
    width,
    text: `${category} · ${price}`,
    steps: [
      [8.5, 1],
      [7.5, 2],
    ],
    colour: GREY,
  })
}
