import { createHash } from 'node:crypto'
import type { Attachment } from '../../messages/mail/mail.ts'
import { isForLater, type Parsers } from '../../platform/parsing/parsers.ts'
import type { Picture, PictureStream } from '../../platform/pdf/picture.ts'
import { pictureFiles } from '../../platform/pdf/read-picture-file.ts'

/** For as long as the finder of logos keeps a file, so that there are never more of them. */
const pictures = new WeakMap<Attachment, Promise<Picture | undefined>>()

/** A logo as it is printed; undefined where it is no picture that can be. Read once, and not for each ticket. */
export async function logoPicture(parsers: Parsers, logo: Attachment | undefined): Promise<Picture | undefined> {
  if (!logo) return undefined
  const known = pictures.get(logo) ?? readLogo(parsers, logo)
  pictures.set(logo, known)
  return known
}

async function readLogo(parsers: Parsers, logo: Attachment): Promise<Picture | undefined> {
  try {
    const picture = await parsers.read(pictureFiles, logoOwner(logo), logo.content)
    if (!picture) return undefined
    const { opacity, ...others } = picture
    return { ...others, colours: asBuffer(others.colours), ...(opacity ? { opacity: asBuffer(opacity) } : {}) }
  } catch (error) {
    if (isForLater(error)) pictures.delete(logo)
    return undefined
  }
}

/** Which club's it is a logo does not say; none is more than one picture at a time. */
export const logoOwner = ({ content }: Attachment): string => createHash('sha256').update(content).digest('base64')

const asBuffer = ({ entries, data }: PictureStream): PictureStream => ({ entries, data: Buffer.from(data) })
