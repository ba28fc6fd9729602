import type { Font } from './font.ts'
import { type Cluster, type Glyph, widthOf } from './line.ts'
import type { Picture } from './picture.ts'

/** 0 to 1 each. */
export type Colour = readonly [red: number, green: number, blue: number]

/** What the pages of a file have used of each font. */
export type UsedFonts = Map<Font, { name: string; glyphs: Map<number, number> }>
/** The pictures on the pages of a file, by the names that they have there. */
export type UsedPictures = Map<Picture, string>

type Stroke = { width: number; colour: Colour; dash?: [on: number, off: number] }
type TextStyle = { size: number; colour: Colour; tracking?: number; align?: 'left' | 'right' | 'centre' }

/** A page to draw on. Everything is in millimetres from its upper left corner, but for the size of letters, which is in points. */
export type PrintedPage = {
  width: number
  height: number
  /** `y` is the line that the letters stand on. */
  text(x: number, y: number, clusters: Cluster[], style: TextStyle): void
  line(x1: number, y1: number, x2: number, y2: number, stroke: Stroke): void
  fill(x: number, y: number, width: number, height: number, colour: Colour): void
  /** Dark squares of a grid, as one shape, so that no hair of white shows between them. */
  grid(
    x: number,
    y: number,
    side: number,
    cells: { size: number; isDark: (row: number, column: number) => boolean },
  ): void
  picture(x: number, y: number, width: number, height: number, picture: Picture): void
  /** The same page with its origin elsewhere: several tickets on a sheet. */
  at(x: number, y: number, width: number, height: number): PrintedPage
  content(): string
}

export const POINTS_A_MM = 72 / 25.4

const number = (value: number): string => String(Math.round(value * 1000) / 1000)
const hex = (glyph: number): string => glyph.toString(16).padStart(4, '0')
const rgb = (colour: Colour): string => colour.map(number).join(' ')

export function createPage(width: number, height: number, fonts: UsedFonts, pictures: UsedPictures): PrintedPage {
  const parts: string[] = []
  const nameOf = ({ font, glyph, codePoint }: Glyph): string => {
    const used = fonts.get(font) ?? { name: `F${fonts.size + 1}`, glyphs: new Map<number, number>() }
    fonts.set(font, used)
    used.glyphs.set(glyph, codePoint)
    return used.name
  }
  const put = (left: number, top: number, boxWidth: number, boxHeight: number): PrintedPage => {
    const x = (mm: number) => number((left + mm) * POINTS_A_MM)
    const y = (mm: number) => number((height - top - mm) * POINTS_A_MM)
    const length = (mm: number) => number(mm * POINTS_A_MM)
    return {
      width: boxWidth,
      height: boxHeight,
      text(at, baseline, clusters, { size, colour, tracking = 0, align = 'left' }) {
        if (clusters.length === 0) return
        const printed = (widthOf(clusters) + tracking * (clusters.length - 1)) * (size / 1000 / POINTS_A_MM)
        const start = align === 'left' ? at : align === 'right' ? at - printed : at - printed / 2
        const spacing = tracking === 0 ? '' : `${number((tracking * size) / 1000)} Tc `
        parts.push(
          `BT ${rgb(colour)} rg ${spacing}${x(start)} ${y(baseline)} Td`,
          ...showText(clusters, size, nameOf),
          `${tracking === 0 ? '' : '0 Tc '}ET`,
        )
      },
      line(x1, y1, x2, y2, { width: thickness, colour, dash }) {
        const pattern = dash ? `[${dash.map(length).join(' ')}] 0 d ` : ''
        parts.push(`q ${rgb(colour)} RG ${length(thickness)} w ${pattern}${x(x1)} ${y(y1)} m ${x(x2)} ${y(y2)} l S Q`)
      },
      fill(at, upper, w, h, colour) {
        parts.push(`${rgb(colour)} rg ${x(at)} ${y(upper + h)} ${length(w)} ${length(h)} re f`)
      },
      grid(at, upper, side, cells) {
        const scale = number((side * POINTS_A_MM) / cells.size)
        parts.push(`q 0 g ${scale} 0 0 ${scale} ${x(at)} ${y(upper + side)} cm`, ...darkRuns(cells), 'f Q')
      },
      picture(at, upper, w, h, picture) {
        const name = pictures.get(picture) ?? `P${pictures.size + 1}`
        pictures.set(picture, name)
        parts.push(`q ${length(w)} 0 0 ${length(h)} ${x(at)} ${y(upper + h)} cm /${name} Do Q`)
      },
      at: (dx, dy, w, h) => put(left + dx, top + dy, w, h),
      content: () => parts.join('\n'),
    }
  }
  return put(0, 0, width, height)
}

/** Runs of one font in one go; a mark is moved over its letter and the pen brought back. */
function showText(clusters: Cluster[], size: number, nameOf: (glyph: Glyph) => string): string[] {
  const out: string[] = []
  let font = ''
  let run = ''
  const end = () => {
    if (run !== '') out.push(`<${run}> Tj`)
    run = ''
  }
  for (const glyph of clusters.flatMap(({ glyphs }) => glyphs)) {
    const name = nameOf(glyph)
    if (name !== font) {
      end()
      out.push(`/${name} ${number(size)} Tf`)
      font = name
    }
    if (glyph.right === 0 && glyph.up === 0) {
      run += hex(glyph.glyph)
      continue
    }
    end()
    const back = glyph.right + glyph.font.advanceOf(glyph.glyph)
    out.push(`${number((glyph.up * size) / 1000)} Ts [${-glyph.right} <${hex(glyph.glyph)}> ${back}] TJ 0 Ts`)
  }
  end()
  return out
}

function darkRuns({ size, isDark }: { size: number; isDark: (row: number, column: number) => boolean }): string[] {
  const runs: string[] = []
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = column
      while (column < size && isDark(row, column)) column += 1
      if (column > from) runs.push(`${from} ${size - row - 1} ${column - from} 1 re`)
    }
  }
  return runs
}
