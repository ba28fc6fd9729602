import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Programs that others wrote to read PDF files (poppler-utils and qpdf), and a reader of QR codes that is not ours. */

const run = promisify(execFile)

const isThere = (command: string, ...args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const missing = [
  ...(isThere('qpdf', '--version') ? [] : ['qpdf']),
  ...(isThere('pdftotext', '-v') ? [] : ['poppler-utils']),
]

/** Why a test of files cannot run here; false where it can. CI demands them. */
export const pdfToolsMissing: string | false =
  missing.length === 0 ? false : `SKIPPED, PDF files are not looked at: install ${missing.join(' and ')}`
if (pdfToolsMissing && process.env.GRANDSTAND_PDF_TOOLS === 'required') throw new Error(pdfToolsMissing)

async function withFile<T>(pdf: Buffer, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-pdf-'))
  try {
    const path = join(folder, 'file.pdf')
    await writeFile(path, pdf)
    return await use(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Throws where qpdf finds anything wrong in the file. */
export const checkPdf = (pdf: Buffer): Promise<unknown> => withFile(pdf, (path) => run('qpdf', ['--check', path]))

/** The text of each page, as a reader would copy it. */
export const pdfTexts = (pdf: Buffer): Promise<string[]> =>
  withFile(pdf, async (path) => {
    const { stdout } = await run('pdftotext', ['-enc', 'UTF-8', path, '-'])
    return stdout.split('\f').slice(0, -1)
  })

export type PageSize = { pages: number; widthMm: number; heightMm: number }

export const pdfSize = (pdf: Buffer): Promise<PageSize> =>
  withFile(pdf, async (path) => {
    const { stdout } = await run('pdfinfo', [path])
    const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(stdout) ?? []
    const mm = (points: string | undefined) => Math.round((Number(points) * 254) / 72) / 10
    return { pages: Number(/Pages:\s+(\d+)/.exec(stdout)?.[1]), widthMm: mm(width), heightMm: mm(height) }
  })

/** Fonts as poppler lists them: each must be embedded, cut and able to say its characters. */
export const pdfFonts = (pdf: Buffer): Promise<string[]> =>
  withFile(pdf, async (path) => (await run('pdffonts', [path])).stdout.split('\n').slice(2, -1))

/** Pictures as poppler lists them: `type width height colour`, with `smask` for how opaque one is. */
export const pdfPictures = (pdf: Buffer): Promise<string[]> =>
  withFile(pdf, async (path) => {
    const lines = (await run('pdfimages', ['-list', path])).stdout.split('\n').slice(2, -1)
    return lines.map((line) => line.trim().split(/\s+/).slice(2, 6).join(' '))
  })

/** The first page as a picture, and what poppler complained of. `as` is how pdftoppm is told to write it. */
export const renderPdf = (pdf: Buffer, ...as: string[]): Promise<{ file: Buffer; complaints: string }> =>
  withFile(pdf, async (path) => {
    const { stdout, stderr } = await run('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', ...as, path], {
      encoding: 'buffer',
    })
    return { file: stdout, complaints: stderr.toString() }
  })

const PIXELS_AN_INCH = 150

export type ReadCode = { text: string; widthMm: number }

/** The QR codes on a page as it is rendered, with how wide each is on paper. */
export const pdfCodes = (pdf: Buffer, page = 1): Promise<ReadCode[]> =>
  withFile(pdf, async (path) => {
    const which = ['-f', String(page), '-l', String(page)]
    await run('pdftoppm', ['-gray', '-r', String(PIXELS_AN_INCH), ...which, '-singlefile', path, path])
    const image = fromPgm(await readFile(`${path}.pgm`))
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer } })
    const codes = await readBarcodes(image, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 8 })
    return codes.map(({ text, position: { topLeft, topRight } }) => ({
      text,
      widthMm: (Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y) * 25.4) / PIXELS_AN_INCH,
    }))
  })

/** `P5 width height 255` and a byte for each pixel. */
function fromPgm(file: Buffer) {
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 40).toString('latin1')) ?? []
  if (head === undefined) throw new Error('not an image')
  const data = new Uint8ClampedArray(Number(width) * Number(height) * 4).fill(255)
  file.subarray(head.length).forEach((grey, pixel) => {
    data.fill(grey, pixel * 4, pixel * 4 + 3)
  })
  return { data, width: Number(width), height: Number(height), colorSpace: 'srgb' as const }
}

/** A file that is inside of a PDF, as qpdf hands it out. */
export const pdfAttachment = (pdf: Buffer, name: string): Promise<string> =>
  withFile(pdf, async (path) => (await run('qpdf', [`--show-attachment=${name}`, path])).stdout)

/** The objects of a file as qpdf reads them: `obj:4 0 R` and the trailer, each with its value or its stream's dictionary. */
export const pdfObjects = (pdf: Buffer): Promise<Record<string, PdfObject>> =>
  withFile(pdf, async (path) => {
    const { stdout } = await run('qpdf', ['--json=2', '--json-key=qpdf', path], { maxBuffer: 2 ** 26 })
    return (JSON.parse(stdout) as { qpdf: [unknown, Record<string, PdfObject>] }).qpdf[1]
  })

type PdfValue = Record<string, unknown>
export type PdfObject = { value?: PdfValue; stream?: { dict: PdfValue } }
