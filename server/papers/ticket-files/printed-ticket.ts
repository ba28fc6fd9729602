import type { Language } from '../../../faces/kit/languages.ts'
import type { Colour } from '../../platform/pdf/page.ts'
import type { Picture } from '../../platform/pdf/picture.ts'

/** What is printed about one ticket, in the words that are printed. */
export type PrintedTicket = {
  ticketId: number
  barcode: string
  /** In groups, to be typed at a gate; a ticket from before there were any has none. */
  shortCode: string | null
  holder: { label: string; name: string } | undefined
  /** As large figures side by side, the widest first. */
  place: { label: string; value: string }[]
  /** What of the place is said in small letters below them; empty where there is nothing more. */
  way: string
  category: string
  price: string
}

/** What its tickets have in common. */
export type PrintedOrder = {
  language: Language
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

/** As `#rrggbb`, for whatever takes it so. */
export const hexOf = (hex: string | null): string =>
  `#${colourOf(hex)
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** `#rrggbb` as a PDF has it. */
export function colourOf(hex: string | null): Colour {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(hex ?? '') ?? []
  if (red === undefined || green === undefined || blue === undefined) return PITCH
  return [Number.parseInt(red, 16) / 255, Number.parseInt(green, 16) / 255, Number.parseInt(blue, 16) / 255]
}
