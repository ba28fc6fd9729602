import type { AddressInfo } from 'node:net'
import { type House, openHouse } from '../harness/house.ts'

/** A house with a socket, for clients that know nothing but an address. */
export async function openServer(): Promise<{ house: House; url: string }> {
  const house = await openHouse()
  await house.app.listen({ host: '127.0.0.1', port: 0 })
  return { house, url: `http://127.0.0.1:${(house.app.server.address() as AddressInfo).port}` }
}
