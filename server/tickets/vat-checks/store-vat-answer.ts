import { recordAs, systemActor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { euVatId } from './eu-vat-id.ts'
import type { VatAnswer, VatProblem } from './vat-answer.ts'
import type { VatCheckStatus } from './vat-check.ts'

/** What was asked about, and the organisation's own number. */
export type AskedCheck = {
  order_id: number
  vat_id: string
  at_once: boolean
  attempts: number
  asked_from: Date
  own_vat_id: string | null
}

/** After the first failures, and after all further ones. */
const AGAIN_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS] as const
const LAST_AGAIN_MS = 6 * HOUR_MS
/** Offices of countries are away for days. */
const GIVE_UP_MS = 7 * DAY_MS
/** Asking again changes nothing about these. */
const FINAL: readonly VatProblem[] = ['number_not_taken', 'switched_off']
const RECENT_MS = DAY_MS

type Answered = Extract<VatAnswer, { kind: 'answered' }>

/** All that is written is about the number that was asked: the buyer may have said another one meanwhile. */
export async function storeAnswer(orgId: OrgId, sql: Sql, clock: Clock, check: AskedCheck, answer: Answered) {
  const { entry, isOwnNumberRefused } = answer
  const now = clock(orgId)
  const action = entry.isValid ? 'order.vat_id_valid' : 'order.vat_id_invalid'
  const askedAs = isOwnNumberRefused ? null : askedAsOf(check)
  await sql.begin(async (tx) => {
    const stored = await tx<{ order_id: number }[]>`
      update vat_checks
      set check_status = ${entry.isValid ? 'valid' : 'invalid'}, name = ${entry.name}, address = ${entry.address}, reference = ${entry.reference}, asked_as = ${askedAs},
        problem = ${isOwnNumberRefused ? 'own_number_refused' : null}, at_once = false, attempts = 0, due_at = null, asked_at = ${now},
        answered_at = ${now}, changed_at = ${now}
      where org_id = ${orgId}
        and order_id = ${check.order_id}
        and vat_id = ${check.vat_id}
      returning order_id`
    if (stored.length > 0) await noteInLog(orgId, tx, clock, check.order_id, { action, reference: entry.reference })
  })
}

/** What was known before stays: an answer is not lost because there was none the next time. */
export async function storeFailure(
  orgId: OrgId,
  sql: Sql,
  clock: Clock,
  { order_id: orderId, vat_id: vatId, attempts, asked_from: askedFrom }: AskedCheck,
  problem: VatProblem,
) {
  const now = clock(orgId)
  const isOver = FINAL.includes(problem) || now.getTime() - askedFrom.getTime() >= GIVE_UP_MS
  const dueAt = isOver ? null : new Date(now.getTime() + (AGAIN_MS[attempts] ?? LAST_AGAIN_MS))
  await sql.begin(async (tx) => {
    const [stored] = await tx<{ check_status: VatCheckStatus }[]>`
      update vat_checks
      set check_status = case when ${isOver} and check_status = 'waiting' then 'unanswered' else check_status end, problem = ${problem},
        at_once = at_once and not ${isOver}, attempts = attempts + 1, due_at = ${dueAt}, asked_at = ${now}, changed_at = ${now}
      where org_id = ${orgId}
        and order_id = ${orderId}
        and vat_id = ${vatId}
      returning check_status`
    if (stored?.check_status === 'unanswered')
      await noteInLog(orgId, tx, clock, orderId, { action: 'order.vat_id_unanswered' })
  })
}

/** An answer of today about the same number, by the same own number, is this one's too. False where there is none. */
export async function takeOverAnswer(orgId: OrgId, sql: Sql, clock: Clock, check: AskedCheck): Promise<boolean> {
  const now = clock(orgId)
  const [recent] = await findRecent(orgId, sql, new Date(now.getTime() - RECENT_MS), check)
  if (!recent) return false
  await sql.begin(async (tx) => {
    const stored = await tx<{ order_id: number }[]>`
      update vat_checks
      set check_status = ${recent.check_status}, name = ${recent.name}, address = ${recent.address}, reference = ${recent.reference},
        asked_as = ${recent.asked_as}, problem = ${recent.problem === 'own_number_refused' ? recent.problem : null}, attempts = 0, due_at = null, asked_at = ${recent.answered_at},
        answered_at = ${recent.answered_at}, changed_at = ${now}
      where org_id = ${orgId}
        and order_id = ${check.order_id}
        and vat_id = ${check.vat_id}
      returning order_id`
    const { reference } = recent
    const action = recent.check_status === 'valid' ? 'order.vat_id_valid' : 'order.vat_id_invalid'
    if (stored.length > 0) await noteInLog(orgId, tx, clock, check.order_id, { action, reference })
  })
  return true
}

type RecentAnswer = {
  check_status: 'valid' | 'invalid'
  name: string | null
  address: string | null
  reference: string | null
  asked_as: string | null
  problem: string | null
  answered_at: Date
}

const findRecent = (orgId: OrgId, sql: Db, since: Date, check: AskedCheck) => sql<RecentAnswer[]>`
  select check_status, name, address, reference, asked_as, problem, answered_at
  from vat_checks
  where org_id = ${orgId}
    and vat_id = ${check.vat_id}
    and order_id <> ${check.order_id}
    and answered_at > ${since}
    and (asked_as is not distinct from ${askedAsOf(check)}::text or problem = 'own_number_refused')
  order by answered_at desc
  limit 1`

const askedAsOf = ({ own_vat_id: own }: AskedCheck): string | null => (own !== null && euVatId(own) ? own : null)

type Logged = { action: string; reference?: string | null }

/** Each answer with its proof, whatever comes after it. Without the name, which may be of a person: the log could not forget it. */
const noteInLog = (orgId: OrgId, tx: Tx, clock: Clock, orderId: number, { action, reference = null }: Logged) =>
  recordAs(tx, clock, systemActor(orgId), { action, objectType: 'order', objectId: orderId, after: { reference } })
