/** Colours as #rrggbb, and how far apart they are to the eye: WCAG 2.2, contrast ratio. */

type Channels = [red: number, green: number, blue: number]

export const PAPER = '#f6f4ee'
export const TEXT_COLOUR = '#1b2422'
export const NIGHT = '#14181a'
const AA = 4.5

const channelsOf = (colour: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Channels

function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever reads better: one of them always reaches AA. */
export const textOn = (colour: string): string =>
  contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000'

/** The colour itself where it can be read on that ground; otherwise as little darker or lighter as it takes. */
export function readableOn(ground: string, colour: string): string {
  const towards = luminance(ground) > 0.18 ? 0 : 255
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, towards, share)
    if (contrast(ground, mixed) >= AA) return mixed
  }
  return mix(colour, towards, 1)
}

const mix = (colour: string, towards: number, share: number): string =>
  `#${channelsOf(colour)
    .map((value) => Math.round(value + (towards - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
