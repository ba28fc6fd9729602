export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'
export type PictureHead = { type: PictureType; width: number; height: number }

/**
 * What a file is, by what is in it and never by its name: a whole PNG, JPEG or WebP, and how large it is drawn. Undefined for anything
 * else, a vector graphic among it, which could bring a script along.
 */
export const pictureHead = (file: Buffer): PictureHead | undefined => pngHead(file) ?? jpegHead(file) ?? webpHead(file)

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

/** Ends where its last chunk does: nothing is hidden behind it. */
function pngHead(file: Buffer): PictureHead | undefined {
  const isWhole =
    file.length >= 45 &&
    file.subarray(0, 8).equals(PNG_START) &&
    file.toString('latin1', 12, 16) === 'IHDR' &&
    file.subarray(-PNG_END.length).equals(PNG_END)
  return isWhole ? { type: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) } : undefined
}

const JPEG_END = Buffer.from([0xff, 0xd9])
const SCAN = 0xda
/** Between the frames there are three marks for something else. */
const isFrame = (mark: number) => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)

function jpegHead(file: Buffer): PictureHead | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined
  let size: { width: number; height: number } | undefined
  for (let at = 2; at + 9 <= file.length; ) {
    if (file[at] !== 0xff) return undefined
    const mark = file.readUInt8(at + 1)
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (isFrame(mark)) size ??= { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    if (mark === SCAN) return size && file.indexOf(JPEG_END, end) >= 0 ? { type: 'image/jpeg', ...size } : undefined
    at = end
  }
  return undefined
}

/** The head of each of the three ways in which WebP is written begins at the same byte. */
const WEBP_HEAD = 20

function webpHead(file: Buffer): PictureHead | undefined {
  if (file.length < 30 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  if (file.readUInt32LE(4) + 8 !== file.length) return undefined
  const size = webpSize(file.toString('latin1', 12, 16), file.subarray(WEBP_HEAD))
  return size && { type: 'image/webp', ...size }
}

function webpSize(kind: string, head: Buffer): { width: number; height: number } | undefined {
  if (kind === 'VP8X') return { width: head.readUIntLE(4, 3) + 1, height: head.readUIntLE(7, 3) + 1 }
  if (kind === 'VP8 ' && head.readUIntBE(3, 3) === 0x9d012a)
    return { width: head.readUInt16LE(6) & 0x3fff, height: head.readUInt16LE(8) & 0x3fff }
  if (kind === 'VP8L' && head[0] === 0x2f) {
    const bits = head.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return undefined
}
