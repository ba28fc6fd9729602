import { type IpAddress, isWithin, type Network, parseNetwork, readAddress } from '../values/ip-address.ts'

/** Says whether a connection to this address may be made. */
export type IsAllowed = (address: string) => boolean

/** Unicast by their number, and yet only reachable from inside: the host agents of Azure and of Alibaba's cloud, and Oracle's. */
const INSIDE = ['168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'].map(parseNetwork)
/** What the internet routes of IPv6; whatever lies outside is a private network's, or means another address. */
const GLOBAL_IPV6 = parseNetwork('2000::/3')

/** Whether it can be reached from the internet. An address that cannot be read is not public. */
export function isPublicAddress(text: string): boolean {
  const address = readAddress(text)
  return address !== undefined && isPublic(address)
}

function isPublic(address: IpAddress): boolean {
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv6' && !isWithin(address, GLOBAL_IPV6)) return false
  return !INSIDE.some((network) => isWithin(address, network))
}

/** Public addresses, and besides what the operator lists on purpose. */
export const allowing =
  (networks: Network[]): IsAllowed =>
  (text) => {
    const address = readAddress(text)
    if (!address) return false
    return isPublic(address) || networks.some((network) => isWithin(address, network))
  }
