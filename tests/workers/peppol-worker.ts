import { after } from 'node:test'
import { issueDocuments } from '../../server/papers/documents/issue-documents.ts'
import { deliverDocuments } from '../../server/papers/peppol/deliver-documents.ts'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { parseNetwork } from '../../server/platform/values/ip-address.ts'
import { handToPeppol, openPeppolClub } from '../builders/peppol.ts'
import { openHouse } from '../harness/house.ts'
import type { StandInAccessPoint } from '../outside/access-point.ts'

/** A house whose worker issues documents and hands them over. */
export async function openPeppolHouse() {
  const house = await openHouse()
  const { sql, clock, seal } = house
  const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')] })
  after(() => outbound.close())
  const clocks = { clock, systemClock: clock }
  const issue = () => issueDocuments({ sql, ...clocks })
  /** `timeoutMs`: for an access point that is silent on purpose, which is given up soon. */
  const deliverAll = (only?: number, timeoutMs?: number) =>
    deliverDocuments({
      ...{ sql, seal, outbound, ...clocks },
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(only !== undefined && { only }),
    })

  /** A club whose invoices are handed to this access point. */
  async function clubAt(accessPoint: StandInAccessPoint, token = accessPoint.token) {
    const peppol = await openPeppolClub(house)
    await handToPeppol(house, peppol.club, { access: 'http', url: accessPoint.url, token })
    const stateOf = async (orderId: number, kind = 'invoice') =>
      (await peppol.documents(`?order_id=${orderId}&kind=${kind}`))[0].delivery
    return { ...peppol, stateOf, deliver: (timeoutMs?: number) => deliverAll(peppol.club.orgId, timeoutMs) }
  }
  return { house, sql, clock, issue, deliverAll, clubAt }
}
