import { openHouse } from '../harness/house.ts'

/** A house, and a reader of its pages. Each page has a caller of its own: readers without a key are limited by their address. */
export async function openReader() {
  const house = await openHouse({ publicUrl: 'http://127.0.0.1:3000' })
  let readers = 0
  const open = (address: string) => {
    readers += 1
    const remoteAddress = `10.1.${readers >> 8}.${readers & 255}`
    return house.call('GET', address, { remoteAddress, headers: { accept: 'text/html' } })
  }
  return { house, open }
}

export const links = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?href="(\/[^"]*)"/g)].map(([, address = '']) => address)
export const idsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id))
