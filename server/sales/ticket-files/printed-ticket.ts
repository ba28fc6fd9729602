import type { Colour } from '../../platform/pdf/page.ts'
import type { Picture } from '../../platform/pdf/picture.ts'

/** What is printed about one ticket, in the words that are printed. */
export type PrintedTicket = {
  ticketId: number
  barcode: string
  /** In groups, to be typed at a gate; a ticket from before there were any has none. */
  shortCode: string | null
  holder: { label: string; name: string } | undefined
  /** Section, row, seat and gate, as far as there are any, the widest first. */
  place: { label: string; value: string }[]
  category: string
  price: string
}

/** What its tickets have in common. */
export type PrintedOrder = {
  orderId: number
  organisation: string
  accent: Colour
  logo?: Picture | undefined
  terms: string | null
  /** The gates take no code on paper. */
  rotates: boolean
  event: { title: string; starts: string; doors: string | null; venue: string | null }
}

/** Deep green: what a page of ours has where the organisation chose no colour. */
const PITCH: Colour = [0.043, 0.42, 0.227]

/** `#rrggbb` as a PDF has it. */
export function colourOf(hex: string | null): Colour {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(hex ?? '') ?? []
  if (red === undefined || green === undefined || blue === undefined) return PITCH
  return [Number.parseInt(red, 16) / 255, Number.parseInt(green, 16) / 255, Number.parseInt(blue, 16) / 255]
}
