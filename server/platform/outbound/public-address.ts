import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Says whether a connection to this address may be made. */
export type IsAllowed = (address: string) => boolean

/** Unicast by their number, and yet only reachable from inside: the host agents of Azure and of Alibaba's cloud, and Oracle's. */
const INSIDE = ['168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'].map((text) => ipaddr.parseCIDR(text))
/** What the internet routes of IPv6; whatever lies outside is somebody's own, or means another address. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** An address or a CIDR. */
export const parseNetwork = (text: string): Network => {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether anybody on the internet could reach it too. An address that cannot be read is not public. */
export function isPublicAddress(text: string): boolean {
  const address = read(text)
  if (address?.range() !== 'unicast') return false
  if (address.kind() === 'ipv6' && !within(address, GLOBAL_IPV6)) return false
  return !INSIDE.some((network) => within(address, network))
}

/** Public addresses, and besides what the operator lists on purpose. */
export const allowing =
  (networks: Network[]): IsAllowed =>
  (text) => {
    const address = read(text)
    if (!address) return false
    return isPublicAddress(text) || networks.some((network) => within(address, network))
  }

/** An IPv4 address in the clothes of IPv6 is the IPv4 address that it leads to. */
function read(text: string): Address | undefined {
  const [bare = ''] = text.split('%', 1)
  return isIP(bare) !== 0 ? ipaddr.process(bare) : undefined
}

const within = (address: Address, network: Network): boolean =>
  address.kind() === network[0].kind() && address.match(network)
