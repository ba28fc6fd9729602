import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { checkForPeppol } from '../../platform/e-invoice/check-peppol.ts'
import { readParticipantId } from '../../platform/e-invoice/participant-id.ts'
import { PEPPOL_PROCESS, type PeppolEnds, peppolDocumentType } from '../../platform/e-invoice/peppol.ts'
import { writeUbl } from '../../platform/e-invoice/write-ubl.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { findStored } from '../documents/document.ts'
import type { AccessPoint, DeliveryProgress, Handed } from './access-point.ts'
import { type ClaimedDelivery, claimDelivery, endDeliveries, type NextState, storeState } from './claimed-delivery.ts'
import { askAgainMs, handAgainMs } from './delivery-schedule.ts'
import { type AccessPointRow, findAccessPoint, openAccessPoint, type Ways } from './peppol-access-point.ts'

export type DeliverDeps = { sql: Sql } & Ways

/** Of one organisation in a turn; what is left has the next one. */
const DELIVERIES_MAX = 50
const TURN_MS = 30_000
/** An access point that is slow to answer keeps only the organisations of its lane waiting. */
const LANES = 5

/**
 * Hands what was issued for buyers in Peppol to the access points of their sellers, and asks those what became of it. May run any number of
 * times at once. Answers how often an access point was told or asked.
 */
export async function deliverDocuments(deps: DeliverDeps & Clocks): Promise<number> {
  const { sql } = deps
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from document_deliveries
      where due_at <= ${now}`,
    oldest: sql`due_at`,
  })
  return eachDue(sql, deps, { due, batch: DELIVERIES_MAX, lanes: LANES }, (orgId) => deliverOf(orgId, deps))
}

/** One after the other, until the time is over; one that is out is left alone until the next turn. */
async function deliverOf(orgId: OrgId, { sql, clock, ...ways }: DeliverDeps & Clocks): Promise<number> {
  const settings = await findAccessPoint(orgId, sql)
  // It was turned off while a document was being issued.
  if (!settings) return (await endDeliveries(orgId, sql, clock(orgId))).count
  const accessPoint = openAccessPoint(orgId, ways, settings)
  const endBy = performance.now() + TURN_MS
  for (let calls = 0; calls < DELIVERIES_MAX && performance.now() < endBy; calls += 1) {
    const delivery = await claimDelivery(orgId, sql, clock(orgId))
    if (!delivery) return calls
    const next =
      delivery.reference === null
        ? await handOver(orgId, sql, delivery, settings, accessPoint)
        : afterAsking(delivery, await accessPoint.stateOf(delivery.reference), clock(orgId))
    await storeState(orgId, sql, clock(orgId), delivery, next)
    if (next.isOut) return calls + 1
  }
  return DELIVERIES_MAX
}

async function handOver(
  orgId: OrgId,
  sql: Sql,
  delivery: ClaimedDelivery,
  settings: AccessPointRow,
  accessPoint: AccessPoint,
): Promise<NextState> {
  const [document] = await findStored(orgId, sql, delivery.document_id)
  if (!document) throw new Error(`document ${delivery.document_id} of a delivery is not there`)
  const { invoice } = document.content
  const ends = endsOf(delivery.receiver, settings)
  const [broken] = checkForPeppol(invoice, ends)
  if (broken) return { status: 'failed', reason: 'rule', problem: `${broken.rule}: ${broken.problem}` }
  const handed = await accessPoint.send({
    file: writeUbl(invoice, ends),
    sender: settings.peppol_id,
    receiver: delivery.receiver,
    documentType: peppolDocumentType(invoice.kind),
    process: PEPPOL_PROCESS,
    key: keyOf(orgId, delivery),
    attempts: delivery.attempts,
  })
  return afterHanding(delivery, handed)
}

export const endsOf = (receiver: string, settings: AccessPointRow): PeppolEnds => ({
  sender: readParticipantId(settings.peppol_id),
  receiver: readParticipantId(receiver),
  contact: { name: settings.contact_name, phone: settings.contact_phone, email: settings.contact_email },
})

/** The same for as long as it is the same handing over, whichever worker does it. */
const keyOf = (orgId: OrgId, { document_id: id, round }: ClaimedDelivery): string =>
  `grandstand-${orgId}-${id}-${round}`

function afterHanding({ attempts }: ClaimedDelivery, handed: Handed): NextState {
  if (handed.kind === 'taken') return { status: 'sent', reference: handed.reference, dueInMs: askAgainMs(0) }
  if (handed.kind === 'refused') return { status: 'failed', reason: handed.reason, problem: handed.problem }
  const { problem } = handed
  const dueInMs = handAgainMs(attempts)
  return dueInMs === undefined
    ? { status: 'failed', reason: 'unreachable', problem, isOut: true }
    : { status: 'waiting', problem, dueInMs, isOut: true }
}

/** What was handed over is asked after for a week, however often the access point is out. */
function afterAsking({ attempts, sent_at: sentAt }: ClaimedDelivery, progress: DeliveryProgress, now: Date): NextState {
  if (progress.kind === 'delivered') return { status: 'delivered' }
  if (progress.kind === 'refused') return { status: 'failed', reason: progress.reason, problem: progress.problem }
  const isOut = progress.kind === 'unavailable'
  const problem = progress.kind === 'unavailable' ? progress.problem : null
  const dueInMs = askAgainMs(attempts + 1, now.getTime() - (sentAt ?? now).getTime())
  return dueInMs === undefined
    ? { status: 'failed', reason: 'unanswered', problem, isOut }
    : { status: 'sent', problem, dueInMs, isOut }
}
