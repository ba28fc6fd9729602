import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { Picture, PictureStream } from './picture.ts'
import { isPictureSize, pictureEntries } from './picture-size.ts'

const unpackOnThread = promisify(inflate)
const packOnThread = promisify(deflate)

const START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Of each type of colour: how many bytes or bits a point has for it, whether the last is its opacity, and in how many bits. */
const TYPES: Record<number, { channels: number; hasOpacity: boolean; depths: number[] }> = {
  0: { channels: 1, hasOpacity: false, depths: [1, 2, 4, 8] },
  2: { channels: 3, hasOpacity: false, depths: [8] },
  3: { channels: 1, hasOpacity: false, depths: [1, 2, 4, 8] },
  4: { channels: 2, hasOpacity: true, depths: [8] },
  6: { channels: 4, hasOpacity: true, depths: [8] },
}
const PALETTE = 3
const FILTER_LAST = 4
const PALETTE_BYTES_MAX = 768

type Header = { width: number; height: number; depth: number; type: number; channels: number; hasOpacity: boolean }

/** Without interlacing and with at most 8 bits a colour, which is how nearly all logos are kept. */
export async function readPng(file: Buffer): Promise<Picture | undefined> {
  const chunks = chunksOf(file)
  const header = headerOf(chunks?.get('IHDR'))
  if (!chunks || !header) return undefined
  const rows = await rowsOf(header, chunks.get('IDAT') ?? Buffer.alloc(0))
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0)
  if (!rows || (header.type === PALETTE && !isPalette(palette))) return undefined
  const { width, height } = header
  if (header.hasOpacity) return { width, height, ...(await apart(header, rows)) }
  const transparent = chunks.get('tRNS')
  const key = transparent && header.type !== PALETTE ? colourKey(header, transparent) : ''
  const colours = await stream(header, rows, header.channels, colourSpaceOf(header, palette), key)
  if (!transparent || header.type !== PALETTE) return { width, height, colours }
  const points = opacityOfPoints(header, unfiltered(rows, rowBytes(header)), transparent)
  const entries = `${pictureEntries(width, height, '/DeviceGray', 8)} /Filter /FlateDecode`
  return { width, height, colours, opacity: { entries, data: await packOnThread(points) } }
}

/** By name; what is cut into several is one again. */
function chunksOf(file: Buffer): Map<string, Buffer> | undefined {
  if (!file.subarray(0, START.length).equals(START)) return undefined
  const chunks = new Map<string, Buffer[]>()
  for (let at = START.length; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) break
    const name = file.toString('latin1', at + 4, at + 8)
    const parts = chunks.get(name) ?? []
    parts.push(file.subarray(at + 8, end - 4))
    chunks.set(name, parts)
    at = end
  }
  return new Map([...chunks].map(([name, parts]) => [name, Buffer.concat(parts)]))
}

function headerOf(chunk: Buffer | undefined): Header | undefined {
  if (chunk?.length !== 13) return undefined
  const width = chunk.readUInt32BE(0)
  const height = chunk.readUInt32BE(4)
  const [depth = 0, type = 0, compression, filter, interlace] = chunk.subarray(8)
  const known = TYPES[type]
  if (!known?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace !== 0) return undefined
  return isPictureSize(width, height) ? { width, height, depth, type, ...known } : undefined
}

const rowBytes = ({ width, depth, channels }: Header): number => Math.ceil((width * depth * channels) / 8)

/** Each row with the byte before it that says by what it was filtered. Nothing beyond the size that the head promises is unpacked. */
async function rowsOf(header: Header, packed: Buffer): Promise<Buffer | undefined> {
  const stride = rowBytes(header) + 1
  const bytes = stride * header.height
  const rows = await unpackOnThread(packed, { maxOutputLength: bytes + 1 }).catch(() => undefined)
  if (rows?.length !== bytes) return undefined
  for (let at = 0; at < bytes; at += stride) if ((rows[at] ?? 0) > FILTER_LAST) return undefined
  return rows
}

const isPalette = ({ length }: Buffer): boolean => length > 0 && length % 3 === 0 && length <= PALETTE_BYTES_MAX

function colourSpaceOf({ type, channels }: Header, palette: Buffer): string {
  if (type === PALETTE) return `[/Indexed /DeviceRGB ${palette.length / 3 - 1} <${palette.toString('hex')}>]`
  return channels < 3 ? '/DeviceGray' : '/DeviceRGB'
}

/** The one colour that is not painted. */
function colourKey({ channels }: Header, transparent: Buffer): string {
  if (transparent.length !== channels * 2) return ''
  const values = Array.from({ length: channels }, (_, channel) => transparent.readUInt16BE(channel * 2))
  return ` /Mask [${values.map((value) => `${value} ${value}`).join(' ')}]`
}

/** Readers of PDF files undo the filters of PNG by themselves. */
async function stream(
  { width, height, depth }: Header,
  rows: Buffer,
  channels: number,
  colourSpace: string,
  more = '',
): Promise<PictureStream> {
  const filters = `/DecodeParms << /Predictor 15 /Colors ${channels} /BitsPerComponent ${depth} /Columns ${width} >>`
  const entries = `${pictureEntries(width, height, colourSpace, depth)} /Filter /FlateDecode ${filters}${more}`
  return { entries, data: await packOnThread(rows) }
}

/** A filter works on each byte of a point by itself, so that colours and opacity come apart as they are, under the same filters. */
async function apart(header: Header, rows: Buffer): Promise<Pick<Picture, 'colours' | 'opacity'>> {
  const { width, height, channels } = header
  const colourChannels = channels - 1
  const colours = Buffer.alloc((width * colourChannels + 1) * height)
  const opacity = Buffer.alloc((width + 1) * height)
  let from = 0
  let toColour = 0
  let toOpacity = 0
  for (let row = 0; row < height; row += 1) {
    const filter = rows[from++] ?? 0
    colours[toColour++] = filter
    opacity[toOpacity++] = filter
    for (let point = 0; point < width; point += 1) {
      for (let channel = 0; channel < colourChannels; channel += 1) colours[toColour++] = rows[from++] ?? 0
      opacity[toOpacity++] = rows[from++] ?? 0
    }
  }
  return {
    colours: await stream(header, colours, colourChannels, colourSpaceOf(header, colours)),
    opacity: await stream(header, opacity, 1, '/DeviceGray'),
  }
}

/** Rows of which a byte holds a whole point or several. */
function unfiltered(rows: Buffer, bytes: number): Buffer {
  const plain = Buffer.alloc((rows.length / (bytes + 1)) * bytes)
  for (let from = 0, to = 0; from < rows.length; ) {
    const filter = rows[from++] ?? 0
    for (let column = 0; column < bytes; column += 1, to += 1) {
      const left = column === 0 ? 0 : (plain[to - 1] ?? 0)
      const up = plain[to - bytes] ?? 0
      const corner = column === 0 ? 0 : (plain[to - bytes - 1] ?? 0)
      plain[to] = (rows[from++] ?? 0) + predicted(filter, left, up, corner)
    }
  }
  return plain
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter === 0) return 0
  const byLeft = Math.abs(up - corner)
  const byUp = Math.abs(left - corner)
  const byCorner = Math.abs(left + up - 2 * corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

/** A palette says of its first colours how opaque they are; the others are wholly so. */
function opacityOfPoints({ width, height, depth }: Header, plain: Buffer, transparent: Buffer): Buffer {
  const bytes = plain.length / height
  const points = Buffer.alloc(width * height)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const bit = column * depth
      const byte = plain[row * bytes + (bit >> 3)] ?? 0
      const index = (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
      points[row * width + column] = transparent[index] ?? 255
    }
  }
  return points
}
