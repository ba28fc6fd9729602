import { encode } from 'uqr'

/*
 * Runs in the browser: what a camera sees at a gate, drawn, 1,280 by 720. The first ten are the ones that readers of barcodes were chosen
 * by; the others are harder still.
 */
const WIDTH = 1280
const HEIGHT = 720

type Picture = OffscreenCanvasRenderingContext2D
type Look = { side?: number; dark?: string; light?: string; turn?: (picture: Picture) => void }

/** A code in the middle, with its margin, as wide as `side` of the frame. */
function drawCode(picture: Picture, text: string, { side = 0.4, dark = '#111', light = '#f4f4f4', turn }: Look): void {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const dot = (WIDTH * side) / size
  picture.save()
  picture.translate(WIDTH / 2, HEIGHT / 2)
  turn?.(picture)
  picture.translate((-size * dot) / 2, (-size * dot) / 2)
  picture.fillStyle = light
  picture.fillRect(0, 0, size * dot, size * dot)
  picture.fillStyle = dark
  // A hair wider than it is, so that no light shines between two dots of one turned code.
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) picture.fillRect(x * dot, y * dot, dot + 0.3, dot + 0.3)
  picture.restore()
}

/** The same grain in every run. */
function grain(picture: Picture, strength: number): void {
  const pixels = picture.getImageData(0, 0, WIDTH, HEIGHT)
  let seed = 7
  for (let index = 0; index < pixels.data.length; index += 4) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    const by = (seed / 2 ** 32 - 0.5) * strength
    for (const channel of [0, 1, 2]) pixels.data[index + channel] = (pixels.data[index + channel] ?? 0) + by
  }
  picture.putImageData(pixels, 0, 0)
}

const skewed = (picture: Picture) => picture.transform(1, 0.22, -0.3, 0.86, 0, 0)

function glare(picture: Picture): void {
  const light = picture.createRadialGradient(780, 250, 10, 780, 250, 260)
  light.addColorStop(0, 'rgb(255 255 255 / 0.95)')
  light.addColorStop(0.35, 'rgb(255 255 255 / 0.72)')
  light.addColorStop(1, 'rgb(255 255 255 / 0)')
  picture.fillStyle = light
  picture.fillRect(0, 0, WIDTH, HEIGHT)
}

/** The fine lines of a screen that a camera sees. */
function moire(picture: Picture): void {
  picture.fillStyle = 'rgb(0 0 0 / 0.28)'
  for (let y = 0; y < HEIGHT; y += 3) picture.fillRect(0, y, WIDTH, 1)
  picture.fillStyle = 'rgb(255 255 255 / 0.2)'
  for (let x = 0; x < WIDTH; x += 4) picture.fillRect(x, 0, 1, HEIGHT)
}

/** As long as the shutter is open, the hand goes on. */
function moved(picture: Picture, text: string): void {
  for (let step = 0; step < 6; step += 1) {
    picture.globalAlpha = 1 / (step + 1)
    drawCode(picture, text, { turn: (frame) => frame.translate(step * 2, step * 1) })
  }
  picture.globalAlpha = 1
}

function dirty(picture: Picture, text: string): void {
  drawCode(picture, text, {})
  picture.fillStyle = '#7a6a52'
  for (const [x, y, radius] of [
    [650, 380, 9],
    [560, 300, 7],
    [720, 430, 8],
  ] as const) {
    picture.beginPath()
    picture.arc(x, y, radius, 0, Math.PI * 2)
    picture.fill()
  }
}

/** Scarves and faces. */
function crowd(picture: Picture): void {
  for (let index = 0; index < 60; index += 1) {
    picture.fillStyle = `hsl(${(index * 47) % 360} 45% ${30 + ((index * 13) % 40)}%)`
    picture.fillRect((index * 173) % WIDTH, (index * 97) % HEIGHT, 60 + ((index * 31) % 90), 14 + ((index * 7) % 60))
  }
  grain(picture, 40)
}

const scenes: Record<string, (picture: Picture, text: string) => void> = {
  plain: (picture, text) => drawCode(picture, text, {}),
  'turned by 25°': (picture, text) => drawCode(picture, text, { turn: (frame) => frame.rotate((25 * Math.PI) / 180) }),
  'small, 22 % of the width': (picture, text) => drawCode(picture, text, { side: 0.22 }),
  'small, 14 % of the width': (picture, text) => drawCode(picture, text, { side: 0.14 }),
  blurred: (picture, text) => {
    picture.filter = 'blur(4px)'
    drawCode(picture, text, {})
    picture.filter = 'none'
  },
  'askew with grain': (picture, text) => {
    drawCode(picture, text, { turn: skewed })
    grain(picture, 170)
  },
  'low contrast': (picture, text) => drawCode(picture, text, { dark: '#6e6e6e', light: '#898989' }),
  inverted: (picture, text) => drawCode(picture, text, { dark: '#e8e8e8', light: '#16181d' }),
  glare: (picture, text) => {
    drawCode(picture, text, {})
    glare(picture)
  },
  'no code': crowd,
  'low light': (picture, text) => {
    drawCode(picture, text, { dark: '#0c0c0c', light: '#2e2e2e' })
    grain(picture, 36)
  },
  'on a screen': (picture, text) => {
    drawCode(picture, text, {})
    moire(picture)
  },
  moving: moved,
  dirty,
}

export const sceneNames = Object.keys(scenes)

export function drawScene(name: string, text: string): OffscreenCanvas {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const picture = canvas.getContext('2d', { willReadFrequently: true })
  if (!picture) throw new Error('nothing to draw on')
  picture.fillStyle = '#8a8f94'
  picture.fillRect(0, 0, WIDTH, HEIGHT)
  scenes[name]?.(picture, text)
  return canvas
}
