import { askBy, Unreached } from '../../faces/scan/api.ts'
import { Keeper } from '../../faces/scan/keeper.ts'
import type { House, Tenant } from '../harness/house.ts'
import { memoryDisk, memoryPhone } from './memory-phone.ts'

/** Calls of a scanner's program to the service, without a socket. */
export const askHouse = ({ app }: Pick<House, 'app'>) =>
  askBy((async (path: string, { method, headers, body }: { method: 'GET'; headers: object; body?: string }) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: { ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    return new Response(answer.body, { status: answer.statusCode })
  }) as unknown as typeof globalThis.fetch)

type At = { name: string; eventId: number; gateId: number; now: () => number }

/** A scanner that was enrolled, with a network that can be cut. */
export async function enrolPhone(house: House, club: Tenant, { name, eventId, gateId, now }: At) {
  const { body: device } = await house.call('POST', '/v1/manage/devices', { key: club.key, body: { name } })
  const { body: enrolled } = await house.call('POST', '/v1/gate/enrol', { body: { code: device.enrolment_code } })
  const network = { isCut: false }
  const disk = memoryDisk()
  const ask = askHouse(house)
  const phone = memoryPhone({
    disk,
    now,
    ask: async (method, path, asked) => {
      if (network.isCut) throw new Unreached(path)
      return ask(method, path, asked)
    },
  })
  const identity = {
    deviceId: device.device_id as number,
    name,
    orgId: String(club.orgId),
    key: enrolled.secret as string,
  }
  const open = async () => {
    const keeper = new Keeper(phone, identity, { eventId, gateId })
    await keeper.open()
    return keeper
  }
  return { name, deviceId: identity.deviceId, identity, network, disk, phone, open, keeper: await open() }
}
