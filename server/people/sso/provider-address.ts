import { type IsAllowed, isPublicAddress } from '../../platform/outbound/public-address.ts'

/**
 * Keys that come over plain HTTP could be an attacker's. The exception is an address that the operator allows on purpose
 * though it is not public: a provider on one's own machine.
 */
export function isSafeAddress(text: string, isAllowed: IsAllowed): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '') return false
  if (protocol === 'https:') return true
  const address = hostname === 'localhost' ? '127.0.0.1' : hostname.replace(/^\[(.*)\]$/, '$1')
  return protocol === 'http:' && !isPublicAddress(address) && isAllowed(address)
}
