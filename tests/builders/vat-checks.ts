import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { parseNetwork } from '../../server/platform/values/ip-address.ts'
import { checkVatIds } from '../../server/tickets/vat-checks/check-vat-ids.ts'
import type { AskVatService } from '../../server/tickets/vat-checks/vat-answer.ts'
import { openVatService } from '../../server/tickets/vat-checks/vat-service.ts'
import { openHouse, type Tenant } from '../harness/house.ts'
import { startVatService } from '../outside/vat-service.ts'
import { issueDocumentsOf, sayRecipient, werft } from './documents.ts'
import { sellOrder } from './orders.ts'

/** The club's own number, which its register knows. */
export const OWN = 'DE123456789'

/** A house with a worker that asks our imitation of the EU's service, and clubs in earnest. */
export async function openVatHouse() {
  const house = await openHouse()
  const { sql, clock } = house
  const service = await startVatService(clock)
  service.register.set(OWN, { name: 'Harbour City e. V.', address: 'Stadionweg 1\n28205 Bremen' })
  const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')] })
  const askService = openVatService({ url: service.url, outbound, timeoutMs: 500 })
  /** One turn of the worker. */
  const check = (ask: AskVatService = askService) => checkVatIds({ sql, askService: ask, clock, systemClock: clock })
  /** The same where the service is never to be asked. */
  const checkWithoutService = () => checkVatIds({ sql, askService: undefined, clock, systemClock: clock })
  const liveClub = async (): Promise<Tenant> => {
    const club = await house.organisation({ mode: 'live' })
    await issueDocumentsOf(house, club, { recipient_hours: 24 })
    return club
  }
  const checkOf = async (club: Tenant, orderId: number) =>
    (await house.call('GET', `/v1/manage/orders/${orderId}/document_recipient`, { key: club.key })).body.vat_check
  /** An order that is paid, whose invoice is for this number. */
  const sellFor = async (club: Tenant, vat_id: string | null): Promise<number> => {
    const { orderId } = await sellOrder(house, club)
    await sayRecipient(house, club, orderId, { ...werft, vat_id })
    return orderId
  }
  const say = (club: Tenant, orderId: number, body: object) => sayRecipient(house, club, orderId, { ...werft, ...body })
  const askAgain = (club: Tenant, orderId: number) =>
    house.call('POST', `/v1/manage/orders/${orderId}/document_recipient/check`, { key: club.key })
  const worker = { outbound, askService, check, checkWithoutService }
  return { house, sql, clock, service, ...worker, liveClub, checkOf, sellFor, say, askAgain }
}
