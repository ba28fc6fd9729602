import { parser } from '../parsing/parser.ts'
import { type Picture, readPicture } from './picture.ts'

/** A picture for a PDF. The bytes that come out of another thread are no Buffer any more. */
export function readPictureFile(file: Uint8Array): Promise<Picture | undefined> {
  return readPicture(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
}

export const pictureFiles = parser<typeof import('./read-picture-file.ts'), 'readPictureFile'>({
  name: 'picture of a PDF',
  file: new URL(import.meta.url),
  function: 'readPictureFile',
  timeoutMs: 5_000,
})
