import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { checkPdf, pdfPictures, pdfToolsMissing, renderPdf } from '../../../tests/outside/pdf-tools.ts'
import { createPdf } from './document.ts'
import { type Picture, readPicture } from './picture.ts'

const skip = { skip: pdfToolsMissing }
const about = { title: 'x', author: 'x', language: 'en' }
/** So many millimetres are ten points, which are ten pixels at 72 an inch. */
const TEN = 25.4 / 7.2

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

type Drawn = { width: number; height: number; type: number; depth?: number; interlace?: number; more?: Buffer[] }

/** A PNG file. The first byte of each of its rows says how the row is filtered. */
function png({ width, height, type, depth = 8, interlace = 0, more = [] }: Drawn, ...rows: number[][]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, type, 0, 0, interlace], 8)
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const packed = chunk('IDAT', deflateSync(Buffer.from(rows.flat())))
  return Buffer.concat([start, chunk('IHDR', header), ...more, packed, chunk('IEND', Buffer.alloc(0))])
}

/** The picture with ten pixels to each of its points, on white. */
async function drawn(picture: Picture): Promise<{ points: number[][][]; listed: string[] }> {
  const { width, height } = picture
  const pdf = createPdf(about)
  const page = pdf.addPage(width * TEN, height * TEN)
  page.picture(0, 0, width * TEN, height * TEN, picture)
  const file = await pdf.finish()
  await checkPdf(file)
  const { file: image, complaints } = await renderPdf(file)
  assert.equal(complaints, '')
  const pixels = image.subarray(image.length - width * height * 300)
  const pointAt = (row: number, column: number) => {
    const at = ((row * 10 + 5) * width * 10 + column * 10 + 5) * 3
    return [...pixels.subarray(at, at + 3)]
  }
  const points = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => pointAt(row, column)),
  )
  return { points, listed: await pdfPictures(file) }
}

async function read(file: Buffer): Promise<Picture> {
  const picture = await readPicture(file)
  assert.ok(picture)
  return picture
}

const [RED, BLUE, WHITE] = [
  [255, 0, 0],
  [0, 0, 255],
  [255, 255, 255],
]

test('a picture of colours or of greys is printed as it is', skip, async () => {
  const colours = await drawn(await read(png({ width: 2, height: 1, type: 2 }, [0, 255, 0, 0, 0, 0, 255])))
  assert.deepEqual(colours, { points: [[RED, BLUE]], listed: ['image 2 1 rgb'] })
  const greys = await drawn(await read(png({ width: 2, height: 1, type: 0 }, [0, 0, 200])))
  assert.deepEqual(greys.points, [
    [
      [0, 0, 0],
      [200, 200, 200],
    ],
  ])
  const bits = await drawn(await read(png({ width: 3, height: 1, type: 0, depth: 1 }, [0, 0b10100000])))
  assert.deepEqual(bits.points, [[WHITE, [0, 0, 0], WHITE]])
})

test('what is transparent shows the paper, under every filter of a row', skip, async () => {
  // Each row is red, then blue of which nothing is seen: as they are, and as what they differ by from the left and from above.
  const rows = [
    [0, 255, 0, 0, 255, 0, 0, 255, 0],
    [1, 255, 0, 0, 255, 1, 0, 255, 1],
    [2, 0, 0, 0, 0, 0, 0, 0, 0],
    [4, 0, 0, 0, 0, 0, 0, 0, 0],
  ]
  const { points, listed } = await drawn(await read(png({ width: 2, height: 4, type: 6 }, ...rows)))
  assert.deepEqual(
    points,
    rows.map(() => [RED, WHITE]),
  )
  assert.deepEqual(listed, ['image 2 4 rgb', 'smask 2 4 gray'])
  const grey = await drawn(await read(png({ width: 2, height: 1, type: 4 }, [0, 90, 255, 90, 0])))
  assert.deepEqual(grey.points, [[[90, 90, 90], WHITE]])
})

test('a palette has its colours and what of them is transparent, also several points to a byte', skip, async () => {
  const palette = chunk('PLTE', Buffer.from([...(RED ?? []), ...(BLUE ?? [])]))
  const opaque = await drawn(await read(png({ width: 2, height: 1, type: 3, more: [palette] }, [0, 0, 1])))
  assert.deepEqual(opaque.points, [[RED, BLUE]])
  const more = [palette, chunk('tRNS', Buffer.from([0]))]
  const rows = [
    [0, 1, 0],
    [1, 1, 255],
    [2, 0, 0],
    [3, 1, 0],
    [4, 0, 0],
  ]
  const { points } = await drawn(await read(png({ width: 2, height: 5, type: 3, more }, ...rows)))
  assert.deepEqual(points, [
    [BLUE, WHITE],
    [BLUE, WHITE],
    [BLUE, WHITE],
    [BLUE, WHITE],
    [BLUE, WHITE],
  ])
  const packed = await drawn(await read(png({ width: 3, height: 1, type: 3, depth: 4, more }, [0, 0x10, 0x10])))
  assert.deepEqual(packed.points, [[BLUE, WHITE, BLUE]])
})

test('the one colour that a picture calls transparent is not painted', skip, async () => {
  const more = [chunk('tRNS', Buffer.from([0, 0, 0, 0, 0, 255]))]
  const { points } = await drawn(await read(png({ width: 2, height: 1, type: 2, more }, [0, 255, 0, 0, 0, 0, 255])))
  assert.deepEqual(points, [[RED, WHITE]])
})

test('a JPEG is printed, plain and progressive; one in the four colours of print is left out', skip, async () => {
  const pdf = createPdf(about)
  pdf.addPage(TEN, TEN).fill(0, 0, TEN, TEN, [0.8, 0, 0])
  const page = await pdf.finish()
  for (const as of [['-jpeg'], ['-jpeg', '-jpegopt', 'progressive=y']]) {
    const { file } = await renderPdf(page, ...as)
    const { points, listed } = await drawn(await read(file))
    const [red = 0, green = 255] = points[5]?.[5] ?? []
    assert.ok(red > 190 && green < 20, `${red} ${green}`)
    assert.match(listed.join(), /^image \d+ \d+ rgb$/)
    assert.equal(await readPicture(file.subarray(0, 150)), undefined, 'its head alone')
    assert.equal(await readPicture(file.subarray(0, -2)), undefined, 'without its end')
  }
  assert.equal(await readPicture((await renderPdf(page, '-jpegcmyk')).file), undefined)
})

test('what is broken, huge or rare is no picture', async () => {
  const good = png({ width: 1, height: 1, type: 2 }, [0, 1, 2, 3])
  assert.deepEqual((({ width, height }) => [width, height])(await read(good)), [1, 1])
  const others: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    'a page': Buffer.from('<svg onload="alert(1)">'),
    'no size': png({ width: 0, height: 1, type: 2 }, [0]),
    'a promise of 20,000 × 20,000': png({ width: 20_000, height: 20_000, type: 6 }, [0, 1, 2, 3, 4]),
    'more than promised': png({ width: 1, height: 1, type: 2 }, [0, 1, 2, 3, 4]),
    'far more than promised': png({ width: 1, height: 1, type: 2 }, new Array(100_000).fill(0)),
    'less than promised': png({ width: 1, height: 1, type: 2 }, [0, 1, 2]),
    'a filter that there is not': png({ width: 1, height: 1, type: 2 }, [5, 1, 2, 3]),
    interlaced: png({ width: 1, height: 1, type: 2, interlace: 1 }, [0, 1, 2, 3]),
    '16 bits': png({ width: 1, height: 1, type: 2, depth: 16 }, [0, 1, 2, 3, 4, 5, 6]),
    'no palette': png({ width: 1, height: 1, type: 3 }, [0, 0]),
    'half a palette': png({ width: 1, height: 1, type: 3, more: [chunk('PLTE', Buffer.alloc(2))] }, [0, 0]),
    'a JPEG of 65,535 × 65,535': Buffer.from('ffd8ffc0000b08ffffffff01011100ffda0002ffd9', 'hex'),
    'a JPEG that ends in its head': Buffer.from('ffd8ffc0000b08', 'hex'),
    'a JPEG of nothing but segments without length': Buffer.from('ffd8ffe00000ffe00000ffda0000ffd9', 'hex'),
  }
  for (const [what, file] of Object.entries(others)) assert.equal(await readPicture(file), undefined, what)
  for (let length = 0; length < good.length - 12; length += 1)
    assert.equal(await readPicture(good.subarray(0, length)), undefined, `${length} bytes of it`)
})
