import type { Colour, PrintedPage } from '../../platform/pdf/page.ts'
import type { Picture } from '../../platform/pdf/picture.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import { qrCells } from '../../tickets/tickets/qr-code.ts'
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
  /** Until when it is good, or that it is a member's. */
  validity: string
  logo: Picture | undefined
}

/** The size of a bank card. */
export const CARD_MM = { width: 85.6, height: 54 }
const QR_MM = 35
const MARGIN = 5
/** Above the line in the club's colour, at the right. */
const LOGO_MM = { width: 20, height: 8 }

export function drawCard(page: PrintedPage, faces: Typefaces, card: PrintedCard): void {
  const set = createTypesetter(page, faces, 1)
  const width = page.width - 2 * MARGIN
  const logoWidth = drawLogo(page, card.logo)
  set.block({
    x: MARGIN,
    y: MARGIN,
    width: width - logoWidth,
    text: card.organisation,
    steps: [
      [9, 1],
      [7, 1],
    ],
    face: 'strong',
  })
  page.fill(MARGIN, MARGIN + 4, width - logoWidth, 1, card.accent)
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
  set.label(MARGIN, bottom - 5.4, card.validity)
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

/** Answers the room that it takes from the line beside it. */
function drawLogo(page: PrintedPage, logo: Picture | undefined): number {
  if (!logo) return 0
  const scale = Math.min(LOGO_MM.width / logo.width, LOGO_MM.height / logo.height)
  const width = logo.width * scale
  const height = logo.height * scale
  page.picture(page.width - MARGIN - width, MARGIN - 1.5, width, height, logo)
  return width + 3
}
