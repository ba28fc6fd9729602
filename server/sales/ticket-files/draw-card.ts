import type { Colour, PrintedPage } from '../../platform/pdf/page.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import { qrCells } from '../tickets/qr-code.ts'
import { createTypesetter, GREY } from './typesetter.ts'

/** What is printed on a member's card. */
export type PrintedCard = {
  organisation: string
  accent: Colour
  name: string
  memberNumber: string
  barcode: string
  membership: string | null
  seat: string | null
  validUntil: string | null
}

/** The size of a bank card. */
export const CARD_MM = { width: 85.6, height: 54 }
const QR_MM = 35
const MARGIN = 5

export function drawCard(page: PrintedPage, faces: Typefaces, card: PrintedCard): void {
  const set = createTypesetter(page, faces, 1)
  const width = page.width - 2 * MARGIN
  set.block({
    x: MARGIN,
    y: MARGIN,
    width,
    text: card.organisation,
    steps: [
      [9, 1],
      [7, 1],
    ],
    face: 'strong',
  })
  page.fill(MARGIN, MARGIN + 4, width, 1, card.accent)
  const top = page.height - MARGIN - QR_MM
  page.grid(page.width - MARGIN - QR_MM, top, QR_MM, qrCells(card.barcode))
  const room = width - QR_MM - 6
  const name = [
    [16, 1],
    [14, 2],
    [11, 3],
    [8, 3],
  ] as const
  let y = set.block({ x: MARGIN, y: top, width: room, text: card.name, steps: name, face: 'headline' })
  for (const text of [card.membership, card.seat]) {
    if (text !== null) y = set.block({ x: MARGIN, y: y + 1.8, width: room, text, steps: [[7.5, 2]], colour: GREY })
  }
  const bottom = page.height - MARGIN
  set.label(MARGIN, bottom - 5.4, card.validUntil === null ? 'Member' : `Until ${card.validUntil}`)
  set.block({
    x: MARGIN,
    y: bottom - 2.6,
    width: room,
    text: card.memberNumber,
    steps: [
      [9, 1],
      [7, 1],
    ],
    face: 'strong',
  })
}
