import type { Picture } from './picture.ts'
import { isPictureSize, pictureEntries } from './picture-size.ts'

/** Baseline, extended and progressive: those that every reader of PDF files knows. */
const FRAMES = [0xc0, 0xc1, 0xc2]
const SCAN = 0xda
const START = Buffer.from([0xff, 0xd8, 0xff])
const END = Buffer.from([0xff, 0xd9])

/** Of four colours a file does not reliably say whether they are turned round: such a picture could be printed as its negative. */
const COLOUR_SPACES: Record<number, string> = { 1: '/DeviceGray', 3: '/DeviceRGB' }

/** A JPEG goes into the file as it is; only its head is read. */
export function readJpeg(file: Buffer): Picture | undefined {
  if (!file.subarray(0, START.length).equals(START)) return undefined
  let frame: Buffer | undefined
  for (let at = 2; at + 4 <= file.length; ) {
    const [mark = 0, kind = 0] = file.subarray(at, at + 2)
    if (mark !== 0xff) return undefined
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (kind === SCAN) return file.indexOf(END, end) < 0 ? undefined : asPicture(file, frame)
    if (FRAMES.includes(kind)) frame = file.subarray(at + 4, end)
    at = end
  }
  return undefined
}

function asPicture(file: Buffer, frame: Buffer | undefined): Picture | undefined {
  if (!frame || frame.length < 6) return undefined
  const bits = frame.readUInt8(0)
  const height = frame.readUInt16BE(1)
  const width = frame.readUInt16BE(3)
  const colourSpace = COLOUR_SPACES[frame.readUInt8(5)]
  if (bits !== 8 || colourSpace === undefined || !isPictureSize(width, height)) return undefined
  const entries = `${pictureEntries(width, height, colourSpace, bits)} /Filter /DCTDecode`
  return { width, height, colours: { entries, data: file } }
}
