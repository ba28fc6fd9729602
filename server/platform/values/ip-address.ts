import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ReturnType<typeof ipaddr.process>
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/**
 * Undefined where a socket would not take it for an address: ipaddr.js also reads spellings such as 0x7f.1. An IPv4 address in
 * the clothes of IPv6 is the IPv4 address that it leads to.
 */
export function readAddress(text: string): IpAddress | undefined {
  if (isIP(text) === 0) return undefined
  const [withoutZone = ''] = text.split('%', 1)
  return ipaddr.process(withoutZone)
}

/** An address or a CIDR, and nothing else. */
export const isNetwork = (text: string): boolean => {
  const [address = ''] = text.split('/', 1)
  return isIP(address) !== 0 && (address === text || ipaddr.isValidCIDR(text))
}

export function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

export const isWithin = (address: IpAddress, network: Network): boolean =>
  address.kind() === network[0].kind() && address.match(network)
