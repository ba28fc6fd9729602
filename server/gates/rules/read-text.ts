import { withoutDigits } from '../../tickets/tickets/rotating-code.ts'
import { asScanned } from '../../tickets/tickets/ticket-code.ts'

/** No code of ours is longer, and the log keeps no more of a code from elsewhere. */
export const READ_MAX = 512

/** Control characters, and halves of characters that a reader or a cut left behind. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/gu

/**
 * What a reader delivers, as scanner and service both take it. Empty where nothing is left, which is no code; anything else has a form
 * that the service takes, so that whatever is held before a camera can be sent and no upload is refused for it.
 */
export function readText(text: string): string {
  const read = text.replace(NO_TEXT, '').slice(0, READ_MAX).replace(NO_TEXT, '')
  return read.trim() === '' ? '' : read
}

/** What two readings of one code have in common: not the digits of the moment, nor capitals and spaces. */
export const sameCode = (text: string): string => asScanned(withoutDigits(readText(text)).barcode)
