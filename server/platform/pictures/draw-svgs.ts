import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { SvgTask } from './draw-svg.ts'
import { withMemoryMax } from './wasm-memory.ts'

/* Loaded in the thread only. It has neither network nor files: what an SVG refers to outside of itself is not drawn. */

/** In pages of 64 KiB. An uploaded picture of 16 million points takes half of it while it is drawn anew. */
const MEMORY_PAGES_MAX = 4_096

const program = await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
await initWasm(withMemoryMax(program, MEMORY_PAGES_MAX))
const font = { fontBuffers: [] }

export function drawSvgFiles(tasks: SvgTask[]) {
  return tasks.map(({ svg, width, height }) => {
    const natural = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font })
    const isWide = natural.width / natural.height >= width / height
    natural.free()
    const fitTo = isWide ? ({ mode: 'width', value: width } as const) : ({ mode: 'height', value: height } as const)
    const resvg = new Resvg(svg, { fitTo, font })
    const drawn = resvg.render()
    const drawing = { png: drawn.asPng(), width: drawn.width, height: drawn.height, pixels: drawn.pixels }
    drawn.free()
    resvg.free()
    return drawing
  })
}
