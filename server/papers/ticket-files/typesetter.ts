import { type Fitted, fit, type Steps } from '../../platform/pdf/fit.ts'
import { setLine } from '../../platform/pdf/line.ts'
import { type Colour, POINTS_A_MM, type PrintedPage } from '../../platform/pdf/page.ts'
import type { Typeface, Typefaces } from '../../platform/pdf/typefaces.ts'

export const INK: Colour = [0.078, 0.094, 0.102]
export const GREY: Colour = [0.33, 0.36, 0.35]
export const RULE: Colour = [0.78, 0.76, 0.7]

const MM_A_POINT = 1 / POINTS_A_MM
/** The height of a capital, and from one line to the next, as parts of the size. */
const CAPITAL = 0.69
const LEADING = 1.16
const HEADLINE_LEADING = 1

type Block = {
  x: number
  y: number
  width: number
  text: string
  steps: Steps
  face?: keyof Typefaces
  colour?: Colour
}

/** Sets text on a page from the top down. Sizes and steps are those of a ticket of 105 × 148 mm; `scale` makes them smaller or larger. */
export type Typesetter = {
  /** Returns where the block ends. */
  block(block: Block): number
  label(x: number, y: number, text: string, align?: 'left' | 'right'): void
  /** How wide one line of it is, in millimetres. */
  widthOf(face: keyof Typefaces, text: string, size: number): number
  /** Whether a character had no glyph. */
  hasGaps(): boolean
}

export function createTypesetter(page: PrintedPage, faces: Typefaces, scale: number): Typesetter {
  let gaps = false
  const scaled = (steps: Steps): Steps => {
    const [first, ...more] = steps.map(([size, lines]) => [size * scale, lines] as const)
    return first ? [first, ...more] : steps
  }
  const fitted = (face: Typeface, text: string, width: number, steps: Steps): Fitted => {
    const result = fit(face, text, width * POINTS_A_MM, scaled(steps))
    gaps ||= result.missing
    return result
  }
  return {
    block({ x, y, width, text, steps, face = 'text', colour = INK }) {
      const { size, lines } = fitted(faces[face], text, width, steps)
      const leading = size * MM_A_POINT * (face === 'headline' ? HEADLINE_LEADING : LEADING)
      lines.forEach((line, index) => {
        page.text(x, y + size * MM_A_POINT * CAPITAL + index * leading, line, { size, colour })
      })
      return y + size * MM_A_POINT * CAPITAL + (lines.length - 1) * leading
    },
    label(x, y, text, align = 'left') {
      const size = 5.6 * scale
      const { clusters } = setLine(faces.text, text.toUpperCase())
      page.text(x, y + size * MM_A_POINT * CAPITAL, clusters, { size, colour: GREY, tracking: 60, align })
    },
    widthOf(face, text, size) {
      const { clusters } = setLine(faces[face], text)
      return (clusters.reduce((sum, { width }) => sum + width, 0) * size * scale * MM_A_POINT) / 1000
    },
    hasGaps: () => gaps,
  }
}
