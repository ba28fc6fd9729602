import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { SvgTask } from './draw-svg.ts'

/* Draws some SVGs and ends. It has neither network nor files: what an SVG refers to outside of itself is not drawn. */

await initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))
const font = { fontBuffers: [] }
const drawings = (workerData as SvgTask[]).map(({ svg, width, height }) => {
  const natural = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font })
  const isWide = natural.width / natural.height >= width / height
  const fitTo = isWide ? ({ mode: 'width', value: width } as const) : ({ mode: 'height', value: height } as const)
  const drawn = new Resvg(svg, { fitTo, font }).render()
  return { png: drawn.asPng(), width: drawn.width, height: drawn.height, pixels: drawn.pixels }
})
parentPort?.postMessage(drawings)
