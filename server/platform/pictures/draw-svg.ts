import { Worker } from 'node:worker_threads'

/** An SVG, and the box that it is drawn into, as large as fits. */
export type SvgTask = { svg: Uint8Array; width: number; height: number }
/** As a PNG file, and point by point as red, green, blue and opacity. */
export type DrawnSvg = { png: Buffer; width: number; height: number; pixels: Uint8Array }

/** A logo takes a twentieth of it; what takes longer was made to. */
const TIMEOUT_MS = 5_000
/** One thread at a time: it fills a processor. Those that wait are as many as the callers' caches let through. */
let last: Promise<unknown> = Promise.resolve()

/**
 * The SVGs as pictures, in their order; none where one of them is no SVG, or takes too long. They are drawn in a thread of its own that
 * is ended when it is done, so that a file which was written to hang or to fill the memory does no harm.
 */
export function drawSvgs(tasks: SvgTask[]): Promise<DrawnSvg[]> {
  const drawing = last.then(() => drawInThread(tasks))
  last = drawing
  return drawing
}

async function drawInThread(workerData: SvgTask[]): Promise<DrawnSvg[]> {
  const { promise, resolve } = Promise.withResolvers<DrawnSvg[]>()
  const worker = new Worker(new URL('./svg-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    stderr: true,
  })
  const timer = setTimeout(() => resolve([]), TIMEOUT_MS)
  worker.once('message', (drawings: (Omit<DrawnSvg, 'png'> & { png: Uint8Array })[]) =>
    resolve(drawings.map(({ png, width, height, pixels }) => ({ png: Buffer.from(png), width, height, pixels }))),
  )
  worker.once('error', () => resolve([]))
  worker.once('exit', () => resolve([]))
  const drawings = await promise
  clearTimeout(timer)
  await worker.terminate()
  return drawings
}

/** Whether a file is meant as an SVG, by how it begins. */
export const isSvg = (file: Buffer): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,2000}-->\s*|<!DOCTYPE svg[^>]{0,500}>\s*)*<svg[\s>]/i.test(
    file.subarray(0, 4096).toString('utf8'),
  )
