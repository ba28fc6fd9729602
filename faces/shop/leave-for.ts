import { isEmbedded } from './embedded.ts'

/**
 * To the bank's page, which no site may frame: from within a frame it is a page beside this one, and this one waits for what comes of it. False:
 * nothing is known yet.
 */
export function leaveFor(url: string): boolean {
  if (isEmbedded && open(url, '_blank')) return false
  open(url, '_top')
  return false
}
