import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { euVatId } from './eu-vat-id.ts'
import { askSimulatedService } from './simulated-vat-service.ts'
import { type AskedCheck, storeAnswer, storeFailure, takeOverAnswer } from './store-vat-answer.ts'
import type { AskVatService, VatAnswer, VatProblem } from './vat-answer.ts'

/** `askService`: undefined where the service is never to be asked. */
type CheckDeps = Clocks & { sql: Sql; askService: AskVatService | undefined }

/** Of one organisation, before the next has its turn. */
const CHECKS_MAX = 20
/** One question at a time; what is left has the next turn. */
const TURN_MS = 60_000
/** Longer than asking twice takes; a worker that dies on the way is followed after it. */
const LEASE_MS = 5 * MINUTE_MS
/** An order that is not paid by then is not looked at any more. */
const UNPAID_MS = 30 * DAY_MS

/** What there is no sense in asking about in this turn, and what the operator is to be told of it. */
type Turn = { endBy: number; isOver: boolean; silentCountries: Set<string>; trouble: VatProblem | undefined }

/** Of the installation. That the service is busy is its daily life. */
const OPERATORS: readonly VatProblem[] = ['service_unreachable', 'access_blocked']

/**
 * Asks the EU's service about the VAT numbers of invoices, once what they are for is bought: anyone could have it asked about any number
 * otherwise. A country's office that does not answer is left alone until the next turn, and so is the service. Answers how many checks were
 * looked at.
 */
export async function checkVatIds(deps: CheckDeps): Promise<number> {
  const due = (now: Date) => ({
    rows: deps.sql`
      select org_id
      from vat_checks
      where due_at <= ${now}`,
    oldest: deps.sql`due_at`,
  })
  const turn: Turn = {
    endBy: performance.now() + TURN_MS,
    isOver: false,
    silentCountries: new Set(),
    trouble: undefined,
  }
  const looked = await eachDue(deps.sql, deps, { due, batch: CHECKS_MAX }, (orgId) => checkOf(deps, orgId, turn))
  if (turn.trouble) throw new Error(`the EU’s service for VAT numbers, at VAT_SERVICE_URL, is away: ${turn.trouble}`)
  return looked
}

async function checkOf(deps: CheckDeps, orgId: OrgId, turn: Turn): Promise<number> {
  const { sql, clock } = deps
  let looked = 0
  while (looked < CHECKS_MAX && !turn.isOver && performance.now() < turn.endBy) {
    const check = await claimCheck(orgId, sql, clock(orgId), [...turn.silentCountries])
    if (!check) break
    looked += 1
    if (!check.is_bought && !check.at_once) await postpone(orgId, sql, clock(orgId), check)
    else if (!(await decide(deps, orgId, turn, check))) break
  }
  return looked
}

/** False where the organisation had better not ask on. */
async function decide(deps: CheckDeps, orgId: OrgId, turn: Turn, check: ClaimedCheck): Promise<boolean> {
  const { sql, clock } = deps
  const isTakenOver = !check.at_once && (await takeOverAnswer(orgId, sql, clock, check))
  if (isTakenOver) return true
  const answer = await askAbout(deps, check)
  if (answer.kind === 'answered') {
    await storeAnswer(orgId, sql, clock, check, answer)
    return true
  }
  await storeFailure(orgId, sql, clock, check, answer.problem)
  if (answer.silence === 'service') turn.isOver = true
  if (OPERATORS.includes(answer.problem)) turn.trouble = answer.problem
  if (answer.silence === 'country') turn.silentCountries.add(check.vat_id.slice(0, 2))
  return answer.silence === 'number' || answer.silence === 'country'
}

async function askAbout({ askService }: CheckDeps, check: ClaimedCheck): Promise<VatAnswer> {
  const about = euVatId(check.vat_id)
  const ask = check.mode === 'test' ? askSimulatedService : askService
  if (!ask) return { kind: 'failed', problem: 'switched_off', silence: 'number' }
  if (!about) return { kind: 'failed', problem: 'number_not_taken', silence: 'number' }
  return ask({ about, requester: check.own_vat_id === null ? undefined : euVatId(check.own_vat_id) })
}

type ClaimedCheck = AskedCheck & { is_bought: boolean; mode: 'live' | 'test' }

async function claimCheck(
  orgId: OrgId,
  sql: Db,
  now: Date,
  silentCountries: string[],
): Promise<ClaimedCheck | undefined> {
  const [claimed] = await sql<Omit<AskedCheck, 'own_vat_id'>[]>`
    with due as (
      select order_id
      from vat_checks
      where org_id = ${orgId}
        and due_at <= ${now}
        and left(vat_id, 2) <> all (${silentCountries}::text[])
      order by due_at, order_id
      limit 1
      for update skip locked
    )
    update vat_checks v
    set due_at = ${new Date(now.getTime() + LEASE_MS)}, changed_at = ${now}
    from due
    where v.org_id = ${orgId}
      and v.order_id = due.order_id
    returning v.order_id, v.vat_id, v.at_once, v.attempts, v.asked_from`
  if (!claimed) return undefined
  const [order] = await sql<Pick<ClaimedCheck, 'is_bought' | 'mode' | 'own_vat_id'>[]>`
    select o.confirmed_at is not null as is_bought, g.mode, s.vat_id as own_vat_id
    from orders o
    join organisations g on g.org_id = ${orgId}
    left join document_settings s on s.org_id = ${orgId}
    where o.org_id = ${orgId}
      and o.order_id = ${claimed.order_id}`
  if (!order) throw new Error('a VAT number is checked for an order that is not there')
  return { ...claimed, ...order }
}

/** Later and later, for as long as it has waited; it may still be paid. */
async function postpone(orgId: OrgId, sql: Db, now: Date, { order_id: orderId, asked_from: from }: ClaimedCheck) {
  const waitedMs = Math.max(MINUTE_MS, now.getTime() - from.getTime())
  const dueAt = waitedMs > UNPAID_MS ? null : new Date(now.getTime() + waitedMs)
  await sql`
    update vat_checks
    set due_at = ${dueAt}, changed_at = ${now}
    where org_id = ${orgId}
      and order_id = ${orderId}
      and not at_once`
}
