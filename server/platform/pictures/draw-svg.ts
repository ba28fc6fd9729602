import { parser } from '../parsing/parser.ts'
import { type FileOwner, isForLater, type Parsers } from '../parsing/parsers.ts'

/** An SVG, and the box that it is drawn into, as large as fits. */
export type SvgTask = { svg: Uint8Array; width: number; height: number }
/** As a PNG file, and point by point as red, green, blue and opacity. */
export type DrawnSvg = { png: Buffer; width: number; height: number; pixels: Uint8Array }

const svgFiles = parser<typeof import('./draw-svgs.ts'), 'drawSvgFiles'>({
  name: 'SVG',
  file: new URL('./draw-svgs.ts', import.meta.url),
  function: 'drawSvgFiles',
  timeoutMs: 5_000,
})

/**
 * The SVGs as pictures, in their order; none where one of them is no SVG, or takes too long or too much memory. It fails only where too
 * many files wait.
 */
export async function drawSvgs(parsers: Parsers, owner: FileOwner, tasks: SvgTask[]): Promise<DrawnSvg[]> {
  try {
    const drawings = await parsers.read(svgFiles, owner, tasks)
    return drawings.map(({ png, width, height, pixels }) => ({ png: Buffer.from(png), width, height, pixels }))
  } catch (error) {
    if (isForLater(error)) throw error
    return []
  }
}

const HEAD_BYTES = 4096
/** What may stand before the first element, as it begins and as it ends. */
const BEFORE = [
  ['<?xml', '>'],
  ['<!--', '-->'],
  ['<!doctype svg', '>'],
] as const

/** Whether a file is meant as an SVG, by how it begins. */
export function isSvg(file: Buffer): boolean {
  let rest = file
    .subarray(0, HEAD_BYTES)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  for (let end = endBefore(rest); end > 0; end = endBefore(rest)) rest = rest.slice(end).trimStart()
  return /^<svg[\s>]/i.test(rest)
}

/** Where a part that stands before the first element ends; 0 where there is none. */
function endBefore(text: string): number {
  const start = text.slice(0, 20).toLowerCase()
  const part = BEFORE.find(([begin]) => start.startsWith(begin))
  if (!part) return 0
  const [begin, end] = part
  const at = text.indexOf(end, begin.length)
  return at < 0 ? 0 : at + end.length
}
