import { qrCells } from '../../tickets/tickets/qr-code.ts'
import { ticketWords } from '../../tickets/tickets/ticket-words.ts'
import type { Setting } from './draw-ticket.ts'
import { GREY, INK } from './typesetter.ts'

/** The code, or where it is shown. */
export function drawCode({ page, set, order, ticket, qr, k }: Setting, x: number, y: number): void {
  const { noCode, whereCode } = ticketWords[order.language]
  if (!order.rotates) {
    page.grid(x, y, qr, qrCells(ticket.barcode))
    return
  }
  const stroke = { width: 0.35, colour: INK }
  const right = x + qr
  const bottom = y + qr
  page.line(x, y, right, y, stroke)
  page.line(x, bottom, right, bottom, stroke)
  page.line(x, y, x, bottom, stroke)
  page.line(right, y, right, bottom, stroke)
  const inner = qr - 6 * k
  const after = set.block({
    x: x + 3 * k,
    y: y + 4 * k,
    width: inner,
    text: noCode,
    steps: [[15, 2]],
    face: 'headline',
  })
  set.block({
    x: x + 3 * k,
    y: after + 3 * k,
    width: inner,
    text: whereCode,
    steps: [
      [7.5, 12],
      [6, 14],
    ],
  })
}

export function drawSmallPrint(
  { set, order, ticket, k }: Setting,
  x: number,
  top: number,
  width: number,
  bottom: number,
) {
  const words = ticketWords[order.language]
  const numbers = `${words.order} ${order.orderId} · ${words.ticket} ${ticket.ticketId}`
  let y = set.block({
    x,
    y: top,
    width,
    text: numbers,
    steps: [
      [7.5, 1],
      [6.5, 2],
    ],
    face: 'strong',
  })
  if (ticket.shortCode !== null && !order.rotates) {
    set.label(x, y + 2.2 * k, words.typed)
    y = set.block({
      x,
      y: y + 5.2 * k,
      width,
      text: ticket.shortCode,
      steps: [
        [10, 1],
        [8, 1],
        [6.5, 2],
      ],
      face: 'strong',
    })
  }
  const notes = [
    ...(order.rotates ? [] : [words.reminder]),
    ...(set.hasGaps() ? [words.gaps] : []),
    ...(order.terms === null ? [] : [order.terms]),
  ]
  for (const text of notes) {
    const start = y + 2.2 * k
    const lineMm = 6 * k * 0.353 * 1.16
    const lines = Math.floor((bottom - start) / lineMm)
    if (lines < 1) return
    y = set.block({
      x,
      y: start,
      width,
      text,
      steps: [
        [6, lines],
        [5, Math.floor((lines * 6) / 5)],
      ],
      colour: GREY,
    })
  }
}
