import { after } from 'node:test'
import { handToPeppol, openPeppolClub } from '../../../tests/builders/peppol.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import type { StandInAccessPoint } from '../../../tests/outside/access-point.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { parseNetwork } from '../../platform/values/ip-address.ts'
import { issueDocuments } from '../documents/issue-documents.ts'
import { deliverDocuments } from './deliver-documents.ts'

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
