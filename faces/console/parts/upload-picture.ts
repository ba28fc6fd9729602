import { PICTURE_WIDTHS } from '../../kit/picture-sizes.ts'
import { api } from './api.ts'

/** A logo stands on any ground, small, and in mails, which show no WebP; a picture of an event is a photograph, and large. */
export type PictureKind = 'logo' | 'photo'

const LOGO_WIDTHS = [960, 480]
/** What the service takes, of each size. */
const FILE_BYTES_MAX = 1024 * 1024
const QUALITIES = [0.85, 0.7, 0.5]

/** The browser cannot read the file as a picture, or makes none that is small enough. */
export class NoPicture extends Error {}

/**
 * Draws what was chosen in the sizes that the shop shows and uploads them. Drawn anew, nothing goes along that a camera writes into its
 * files, such as where it was taken.
 */
export async function uploadPicture(file: Blob, kind: PictureKind): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new NoPicture()
  })
  const wanted = kind === 'logo' ? LOGO_WIDTHS : PICTURE_WIDTHS
  const widths = wanted.filter((width) => width < bitmap.width)
  // One that is smaller than all of them stays as large as it is.
  const all = bitmap.width <= (wanted[0] ?? 0) ? [bitmap.width, ...widths] : widths
  const drawn = all.map((width) => drawnAt(bitmap, width))
  const files = kind === 'logo' ? await Promise.all(drawn.map(asPng)) : await asPhotos(drawn)
  const [content, ...smaller] = await Promise.all(files.map(base64Of))
  if (content === undefined) throw new NoPicture()
  const { url } = await api.pictures.upload({ content, smaller })
  return url
}

function drawnAt(bitmap: ImageBitmap, width: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width))
  const pen = canvas.getContext('2d')
  if (!pen) throw new NoPicture()
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new NoPicture())), type, quality),
  )

const asPng = (canvas: HTMLCanvasElement) => blobOf(canvas, 'image/png').then(small)

function small(blob: Blob): Blob {
  if (blob.size > FILE_BYTES_MAX) throw new NoPicture()
  return blob
}

/** As WebP, or as JPEG by a browser that writes no WebP, all of one kind; a very lively one less exactly. */
async function asPhotos(drawn: HTMLCanvasElement[]): Promise<Blob[]> {
  const [largest] = drawn
  if (!largest) throw new NoPicture()
  const type = (await blobOf(largest, 'image/webp', 0.5)).type === 'image/webp' ? 'image/webp' : 'image/jpeg'
  for (const quality of QUALITIES) {
    const photos = await Promise.all(drawn.map((canvas) => blobOf(canvas, type, quality)))
    if (photos.every(({ size }) => size <= FILE_BYTES_MAX)) return photos
  }
  throw new NoPicture()
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  // Not all at once: a call takes some ten thousand arguments and no more.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
