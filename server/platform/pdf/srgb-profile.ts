import { lazily } from '../process/lazily.ts'

/**
 * The colours of screens as an ICC profile of version 2: a file that is kept for years has to say what its red is. Written here, since
 * it is three primaries, a white and one curve, and a copy of another's profile would bring another's terms.
 */
export const srgbProfile: () => Buffer = lazily(makeProfile)

type Tag = { name: string; data: Buffer }

/** Of the sRGB primaries, brought to the white of D50 that profiles are held against. */
const PRIMARIES = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
} as const
const D50 = [0.9642, 1, 0.8249] as const
const CURVE_STEPS = 1024

function makeProfile(): Buffer {
  const curve = curveOf(CURVE_STEPS)
  const tags: Tag[] = [
    { name: 'desc', data: description('sRGB') },
    { name: 'cprt', data: Buffer.concat([typed('text'), Buffer.from('No copyright, use freely\0', 'latin1')]) },
    { name: 'wtpt', data: xyz(D50) },
    ...Object.entries(PRIMARIES).map(([name, point]) => ({ name, data: xyz(point) })),
    ...['rTRC', 'gTRC', 'bTRC'].map((name) => ({ name, data: curve })),
  ]
  const table = Buffer.alloc(4 + 12 * tags.length)
  table.writeUInt32BE(tags.length, 0)
  const body: Buffer[] = []
  const offsets = new Map<Buffer, number>()
  let offset = HEADER_BYTES + table.length
  for (const [index, { name, data }] of tags.entries()) {
    // The three curves are one, and stand there once.
    const at = offsets.get(data) ?? offset
    if (at === offset) {
      offsets.set(data, at)
      const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)])
      body.push(padded)
      offset += padded.length
    }
    table.write(name, 4 + 12 * index, 'latin1')
    table.writeUInt32BE(at, 8 + 12 * index)
    table.writeUInt32BE(data.length, 12 + 12 * index)
  }
  return Buffer.concat([header(offset), table, ...body])
}

const HEADER_BYTES = 128

function header(size: number): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(0x02100000, 8)
  head.write('mntrRGB XYZ ', 12, 'latin1')
  // The day that the profile is of has no part in any colour.
  for (const [index, part] of [2026, 1, 1, 0, 0, 0].entries()) head.writeUInt16BE(part, 24 + 2 * index)
  head.write('acsp', 36, 'latin1')
  for (const [index, value] of D50.entries()) head.writeInt32BE(fixed(value), 68 + 4 * index)
  return head
}

const typed = (name: string): Buffer => Buffer.from(`${name}\0\0\0\0`, 'latin1')
const fixed = (value: number): number => Math.round(value * 65_536)

function xyz(point: readonly number[]): Buffer {
  const values = Buffer.alloc(12)
  for (const [index, value] of point.entries()) values.writeInt32BE(fixed(value), 4 * index)
  return Buffer.concat([typed('XYZ '), values])
}

/** The name in ASCII, and none in the two other ways that version 2 leaves room for. */
function description(name: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(name.length + 1)
  return Buffer.concat([typed('desc'), length, Buffer.from(`${name}\0`, 'latin1'), Buffer.alloc(4 + 4 + 2 + 1 + 67)])
}

function curveOf(steps: number): Buffer {
  const values = Buffer.alloc(4 + 2 * steps)
  values.writeUInt32BE(steps, 0)
  for (let step = 0; step < steps; step += 1) {
    const value = step / (steps - 1)
    const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    values.writeUInt16BE(Math.round(light * 65_535), 4 + 2 * step)
  }
  return Buffer.concat([typed('curv'), values])
}
