/** A name or a number that only this computer or the venue's own network answers to. */
const HOUSE =
  /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)*\.local|(127|10)(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})$/

/**
 * The origin of the box that opens a turnstile, which the page may then reach beside our own. Undefined for any other address: no server outside
 * the house is to hear of those who go in.
 */
export function relayOrigin(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, origin, username, password } = new URL(url)
  const isPlain = /^https?:$/.test(protocol) && username === '' && password === ''
  return isPlain && HOUSE.test(hostname) ? origin : undefined
}
