import { writeFile } from 'node:fs/promises'
import { encode } from 'uqr'

const SIDE = 480
const FRAMES_A_SECOND = 10

/** A film for a camera: each code for a while on grey paper, one after the other. */
export async function filmCodes(file: string, texts: string[], secondsEach = 1): Promise<void> {
  const frames = texts.flatMap((text) => Array.from({ length: secondsEach * FRAMES_A_SECOND }, () => frameOf(text)))
  const header = Buffer.from(`YUV4MPEG2 W${SIDE} H${SIDE} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`)
  await writeFile(file, Buffer.concat([header, ...frames.flatMap((frame) => [Buffer.from('FRAME\n'), frame])]))
}

/** Brightness of every dot, then two planes of a quarter each that say: no colour. */
function frameOf(text: string): Buffer {
  const frame = Buffer.alloc(SIDE * SIDE * 1.5, 128)
  frame.fill(205, 0, SIDE * SIDE)
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const dot = Math.floor((SIDE * 0.86) / size)
  const from = Math.floor((SIDE - dot * size) / 2)
  for (let y = 0; y < size * dot; y += 1) {
    for (let x = 0; x < size * dot; x += 1) {
      const isDark = data[Math.floor(y / dot)]?.[Math.floor(x / dot)] ?? false
      frame[(from + y) * SIDE + from + x] = isDark ? 30 : 225
    }
  }
  return frame
}
