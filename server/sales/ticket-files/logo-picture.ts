import type { Attachment } from '../../messages/mail/mail.ts'
import { type Picture, readPicture } from '../../platform/pdf/picture.ts'

/** For as long as the finder of logos keeps a file, so that there are never more of them. */
const pictures = new WeakMap<Attachment, Promise<Picture | undefined>>()

/** A logo as it is printed; undefined where it is no picture that can be. Read once, and not for each ticket. */
export async function logoPicture(logo: Attachment | undefined): Promise<Picture | undefined> {
  if (!logo) return undefined
  const known = pictures.get(logo) ?? readPicture(logo.content).catch(() => undefined)
  pictures.set(logo, known)
  return known
}
