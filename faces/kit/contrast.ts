/** Contrast as WCAG reckons it, over colours written #rrggbb. */
type Rgb = [red: number, green: number, blue: number]

export const TEXT_CONTRAST = 4.5

export function parseColour(hex: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{6})$/i.exec(hex)?.[1]
  if (digits === undefined) return undefined
  const value = Number.parseInt(digits, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((hex) => luminance(parseColour(hex) ?? [0, 0, 0]))
    .sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever reads better on it; one of them always reaches 4.5. */
export const textOn = (hex: string): string =>
  contrast(hex, '#ffffff') >= contrast(hex, '#000000') ? '#ffffff' : '#000000'

/** The colour itself, or as little darker or lighter as it needs to be to stand out from the background. */
export function standOut(hex: string, background: string, least: number): string {
  const target: Rgb = textOn(background) === '#ffffff' ? [255, 255, 255] : [0, 0, 0]
  const colour = parseColour(hex) ?? target
  for (let step = 0; step <= 20; step += 1) {
    const mixed = toHex(colour.map((part, at) => part + ((target[at] ?? 0) - part) * (step / 20)) as Rgb)
    if (contrast(mixed, background) >= least) return mixed
  }
  return toHex(target)
}
