import { claimByOrganisation, isWorkedOn } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { composeMail, type MailSender } from './compose-mail.ts'
import type { Deliver, MailOutcome } from './deliver.ts'
import { type Content, sealContext } from './mail.ts'
import { retryAfterMs } from './retry-schedule.ts'

export type MailDeps = {
  sql: Sql
  clock: Clock
  seal: Seal
  deliver: Deliver
  sender: MailSender
  /** Hears of each mail that will not arrive, or of which nobody knows. Never an address. */
  onLost: (mail: { org_id: number; mail_id: number; error_code: string; status: 'failed' | 'unknown' }) => void
}

/** Longer than an attempt can take, so that a mail is never in two hands. */
export const MAIL_LEASE_MS = 120_000
const BATCH = 10
const ROUND_MS = 5_000

type ClaimedMail = {
  org_id: number
  mail_id: number
  mail_message_id: string
  content_sealed: Buffer
  attempts: number
  give_up_at: Date
  handed_over_at: Date | null
}
/** What became of a mail this time: sent or not, or nobody tried any more. */
type AttemptEnd = MailOutcome | { result: 'gave_up'; errorCode: string }

/**
 * Sends what is due, a batch at a time, for some seconds at most; how many were tried. After a batch in which something
 * failed it leaves the server alone until the next round.
 */
export async function sendMails(deps: MailDeps): Promise<number> {
  const endBy = performance.now() + ROUND_MS
  let tried = 0
  for (;;) {
    const mails = await claim(deps)
    const ends = await Promise.all(mails.map((mail) => send(deps, mail)))
    tried += mails.length
    if (mails.length < BATCH || ends.some(({ result }) => result === 'later') || performance.now() > endBy) return tried
  }
}

function claim({ sql, clock }: MailDeps) {
  const isDue = sql`mail_status = 'pending' and due_at <= ${clock()}`
  const due = sql`
    select org_id
    from mails
    where ${isDue}
      and ${isWorkedOn(sql, clock())}
    order by urgent desc, due_at
    limit ${BATCH}`
  const ofOrganisation = (orgId: OrgId, limit: number) => sql<Omit<ClaimedMail, 'org_id'>[]>`
    with due as (
      select mail_id
      from mails
      where org_id = ${orgId}
        and ${isDue}
      order by urgent desc, due_at
      limit ${limit}
      for update skip locked
    )
    update mails m
    set due_at = ${new Date(clock().getTime() + MAIL_LEASE_MS)}, attempts = m.attempts + 1, changed_at = ${clock()}
    from due
    where m.org_id = ${orgId}
      and m.mail_id = due.mail_id
    returning m.mail_id, m.mail_message_id, m.content_sealed, m.attempts, m.give_up_at, m.handed_over_at`
  return claimByOrganisation(sql, { due, atMost: BATCH }, ofOrganisation)
}

async function send(deps: MailDeps, mail: ClaimedMail): Promise<AttemptEnd> {
  const end = await attempt(deps, mail)
  await settle(deps, mail, end)
  return end
}

async function attempt(deps: MailDeps, mail: ClaimedMail): Promise<AttemptEnd> {
  // Whoever had it before was lost while handing it over.
  if (mail.handed_over_at) return { result: 'unknown', errorCode: 'worker_lost' }
  if (mail.give_up_at <= deps.clock()) return { result: 'gave_up', errorCode: 'too_late' }
  try {
    const content = JSON.parse(deps.seal.open(mail.content_sealed, sealContext(mail.org_id, mail.mail_message_id)))
    const composed = await composeMail(deps.sender, mail, content as Content, deps.clock())
    return await deps.deliver(composed, () => noteHandOver(deps, mail))
  } catch (error) {
    return { result: 'later', errorCode: (error as Error).name.toLowerCase().slice(0, 64) }
  }
}

/** `attempts` is the token of this claim: who has lost the lease hands over nothing. */
async function noteHandOver({ sql, clock }: MailDeps, mail: ClaimedMail): Promise<void> {
  const { count } = await sql`
    update mails
    set handed_over_at = ${clock()}
    where org_id = ${mail.org_id}
      and mail_id = ${mail.mail_id}
      and mail_status = 'pending'
      and attempts = ${mail.attempts}`
  if (count !== 1) throw new Error('the lease of this mail is over')
}

async function settle({ sql, clock, onLost }: MailDeps, mail: ClaimedMail, end: AttemptEnd): Promise<void> {
  const now = clock()
  const errorCode = end.result === 'sent' ? null : end.errorCode
  const dueAt = end.result === 'later' ? nextTry(mail, now) : undefined
  const status = dueAt ? 'pending' : end.result === 'sent' || end.result === 'unknown' ? end.result : 'failed'
  const { count } = await sql`
    update mails
    set mail_status = ${status},
      content_sealed = ${dueAt ? sql`content_sealed` : null},
      due_at = ${dueAt ?? now},
      handed_over_at = ${dueAt ? null : sql`handed_over_at`},
      error_code = ${errorCode},
      changed_at = ${now}
    where org_id = ${mail.org_id}
      and mail_id = ${mail.mail_id}
      and mail_status = 'pending'
      and attempts = ${mail.attempts}`
  if (count === 1 && (status === 'failed' || status === 'unknown')) {
    onLost({ org_id: mail.org_id, mail_id: mail.mail_id, error_code: errorCode ?? 'unknown', status })
  }
}

function nextTry({ attempts, give_up_at }: ClaimedMail, now: Date): Date | undefined {
  const waitMs = retryAfterMs(attempts)
  const dueAt = waitMs === undefined ? undefined : new Date(now.getTime() + waitMs)
  return dueAt && dueAt < give_up_at ? dueAt : undefined
}
