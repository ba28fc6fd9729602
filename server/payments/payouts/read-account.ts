import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import type { ProviderPayouts } from '../payments/provider-payouts.ts'
import { storeMovements, storePayouts } from './store-payouts.ts'

/** A bank may send a payout back for some weeks; what changes after that is not looked for. */
const CHANGES_MS = 35 * DAY_MS
/** Of movements, so many pages in one look; the next look goes on from there. */
const PAGES_MAX = 20

export type Read = {
  stored: number
  /** False: there is more, to be read at once. */
  isComplete: boolean
  failure: unknown
}

type Account = { payouts: ProviderPayouts; account: string | null }

/** The payouts of an account that are new or may have changed, and of each that is not read the movements, page by page. */
export async function readPayoutAccount(
  orgId: OrgId,
  sql: Sql,
  now: Date,
  { payouts, account }: Account,
): Promise<Read> {
  const [reading] = await sql<{ listed_until: Date | null }[]>`
    select listed_until
    from payout_readings
    where org_id = ${orgId}`
  const since = new Date((reading?.listed_until ?? now).getTime() - CHANGES_MS)
  const list = await payouts.list(account, unixSeconds(since))
  if (list.kind === 'unknown') return { stored: 0, isComplete: true, failure: list.cause }
  const stored = await storePayouts(orgId, sql, now, { provider: 'stripe', account, payouts: list.payouts })
  if (list.isWhole)
    await sql`
      update payout_readings
      set listed_until = ${now}, changed_at = ${now}
      where org_id = ${orgId}`
  const read = await readMovements(orgId, sql, now, payouts)
  return { ...read, stored: stored + read.stored }
}

type Waiting = {
  payout_id: number
  payment_account_id: string | null
  provider_reference: string
  read_after: string | null
}

/** The oldest first, each from where the last look, or a process that died, had stopped. */
async function readMovements(orgId: OrgId, sql: Sql, now: Date, payouts: ProviderPayouts): Promise<Read> {
  let stored = 0
  const waiting = await findWaiting(orgId, sql)
  let pages = 0
  for (const payout of waiting) {
    let after = payout.read_after
    for (let isOver = false; !isOver; pages += 1) {
      if (pages >= PAGES_MAX) return { stored, isComplete: false, failure: undefined }
      const page = await payouts.movements(payout.payment_account_id, payout.provider_reference, after)
      if (page.kind === 'unknown') return { stored, isComplete: true, failure: page.cause }
      const { movements, last = null } = page
      stored += await storeMovements(orgId, sql, now, { payoutId: payout.payout_id, after, last, movements })
      after = last
      isOver = last === null
    }
  }
  return { stored, isComplete: waiting.length < WAITING_MAX, failure: undefined }
}

const WAITING_MAX = 100

/** Those of which the provider says what is in them. */
const findWaiting = (orgId: OrgId, sql: Db) => sql<Waiting[]>`
  select payout_id, payment_account_id, provider_reference, read_after
  from payouts
  where org_id = ${orgId}
    and reading = 'reading'
  order by issued_at, payout_id
  limit ${WAITING_MAX}`
