import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'

/** A stream of a file and what its dictionary says of it. */
export type PictureStream = { entries: string; data: Buffer }

/** A picture as a file holds it: its colours, and how opaque each point is where it is not wholly so. */
export type Picture = { width: number; height: number; colours: PictureStream; opacity?: PictureStream }

/** A PNG or JPEG file as a picture; undefined for whatever else it is: broken, too large, or of a kind that is rare. */
export async function readPicture(file: Buffer): Promise<Picture | undefined> {
  return readJpeg(file) ?? (await readPng(file))
}
