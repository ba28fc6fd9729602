import { contrast } from '../../../faces/kit/contrast.ts'
import type { Attachment } from '../../messages/mail/mail.ts'
import type { Parsers } from '../../platform/parsing/parsers.ts'
import { type DrawnSvg, drawSvgs, type SvgTask } from '../../platform/pictures/draw-svg.ts'
import { plainPng } from '../../platform/pictures/plain-png.ts'
import { logoOwner, logoPicture } from '../ticket-files/logo-picture.ts'

/** The pictures of a pass, by the names that Apple gives them; Google shows one square. */
export type PassPictures = { apple: Record<string, Buffer>; google: Buffer | undefined }

/** Points, of which a phone has up to three to each. */
const ICON = 29
const LOGO = { width: 160, height: 50 }
const GOOGLE = 660
/** What a logo has around it, as a part of the picture's side. */
const EDGE = 0.12
const WHITE = '#ffffff'

/** For as long as the finder of logos keeps a file, so that there are never more of them. */
const picturesOf = new WeakMap<Attachment, Map<string, Promise<PassPictures>>>()

/** On the colour that the pass has. Every pass needs an icon: without a logo that can be drawn it is a square in that colour. */
export async function passPictures(
  parsers: Parsers,
  logo: Attachment | undefined,
  ground: string,
): Promise<PassPictures> {
  if (!logo) return plainPictures(ground)
  const byGround = picturesOf.get(logo) ?? new Map<string, Promise<PassPictures>>()
  picturesOf.set(logo, byGround)
  const drawing = byGround.get(ground) ?? drawPictures(parsers, logo, ground)
  byGround.set(ground, drawing)
  // It fails where too many files wait, and may be tried again.
  drawing.catch(() => byGround.delete(ground))
  return drawing
}

const SCALES = [
  [1, ''],
  [2, '@2x'],
  [3, '@3x'],
] as const

const plainPictures = (ground: string): PassPictures => ({
  apple: Object.fromEntries(SCALES.map(([scale, ending]) => [`icon${ending}.png`, plainPng(ICON * scale, ground)])),
  google: undefined,
})

async function drawPictures(parsers: Parsers, logo: Attachment, ground: string): Promise<PassPictures> {
  const picture = await logoPicture(parsers, logo)
  if (!picture) return plainPictures(ground)
  const sized = { logo, width: picture.width, height: picture.height }
  const plate = (await isLostOn(parsers, sized, ground)) ? WHITE : undefined
  const [google, ...drawn] = await drawSvgs(parsers, logoOwner(logo), [
    square(GOOGLE, plate ?? ground, sized),
    ...SCALES.map(([scale]) => square(ICON * scale, plate ?? ground, sized)),
    ...SCALES.map(([scale]) => strip(scale, plate, sized)),
  ])
  const names = ['icon', 'logo'].flatMap((name) => SCALES.map(([, ending]) => `${name}${ending}.png`))
  if (!google || drawn.length !== names.length) return plainPictures(ground)
  return { apple: Object.fromEntries(drawn.map(({ png }, index) => [names[index], png])), google: google.png }
}

type SizedLogo = { logo: Attachment; width: number; height: number }

const svgOf = (width: number, height: number, inside: string): SvgTask => ({
  svg: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">${inside}</svg>`,
  ),
  width,
  height,
})

const image = ({ logo }: SizedLogo, x: number, y: number, width: number, height: number) =>
  `<image x="${x}" y="${y}" width="${width}" height="${height}" xlink:href="data:${logo.content_type};base64,${logo.content.toString('base64')}"/>`

function square(side: number, ground: string, sized: SizedLogo): SvgTask {
  const edge = side * EDGE
  const inside = image(sized, edge, edge, side - 2 * edge, side - 2 * edge)
  return svgOf(side, side, `<rect width="${side}" height="${side}" fill="${ground}"/>${inside}`)
}

/** As wide as the logo is, so that the organisation's name stands right beside it. */
function strip(scale: number, plate: string | undefined, sized: SizedLogo): SvgTask {
  const height = LOGO.height * scale
  const width = Math.max(1, Math.round(Math.min(LOGO.width * scale, (height * sized.width) / sized.height)))
  const edge = plate === undefined ? 0 : height * EDGE
  const behind =
    plate === undefined ? '' : `<rect width="${width}" height="${height}" rx="${4 * scale}" fill="${plate}"/>`
  return svgOf(width, height, behind + image(sized, edge, edge, width - 2 * edge, height - 2 * edge))
}

const SAMPLE = 48
/** Below it a shape is hard to tell from what is behind it. */
const SEEN = 1.4

/** A logo in the colour that the pass itself has would be gone on it. */
async function isLostOn(parsers: Parsers, sized: SizedLogo, ground: string): Promise<boolean> {
  const [drawn] = await drawSvgs(parsers, logoOwner(sized.logo), [
    svgOf(SAMPLE, SAMPLE, image(sized, 0, 0, SAMPLE, SAMPLE)),
  ])
  return drawn !== undefined && shareSeen(drawn, ground) < 0.5
}

function shareSeen({ pixels }: DrawnSvg, ground: string): number {
  let opaque = 0
  let seen = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue
    opaque += 1
    const colour = [0, 1, 2].map((part) => (pixels[at + part] ?? 0).toString(16).padStart(2, '0')).join('')
    if (contrast(`#${colour}`, ground) >= SEEN) seen += 1
  }
  return opaque === 0 ? 1 : seen / opaque
}
