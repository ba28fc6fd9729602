import type { OrgId } from '../../access/principal.ts'
import { createBatches } from '../../platform/batches/batches.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { records } from '../../platform/postgres/records.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import type { ClaimedMail } from './claim-mails.ts'
import type { MailOutcome } from './deliver.ts'
import { retryAfterMs } from './retry-schedule.ts'

/** What became of a mail this time: sent or not, given up, or there was nothing to tell. */
export type AttemptEnd = MailOutcome | { result: 'gave_up' | 'dropped'; errorCode: string }

export type SettleMailDeps = {
  sql: Sql
  systemClock: SystemClock
  /** Hears of each mail that will not arrive, or of which the server has not said. Never an address. */
  onLost: (mail: { org_id: number; mail_id: number; error_code: string; status: 'failed' | 'unknown' }) => void
}

export type MailRecords = {
  /** Written down before the first byte leaves. Fails for a worker that has lost the lease. */
  noteHandOver(mail: ClaimedMail): Promise<void>
  /** `to`: where it went, as far as it came to that. Of a reader who was erased meanwhile nothing is to be kept. */
  settle(mail: ClaimedMail, end: AttemptEnd, to: string | undefined): Promise<{ addressForgotten: boolean }>
}

type Status = 'pending' | 'sent' | 'failed' | 'unknown' | 'dropped'
type Ending = {
  orgId: OrgId
  mail: ClaimedMail
  to: string | undefined
  status: Status
  dueAt: Date | undefined
  errorCode: string | null
}

type EndedMail = { mail_id: number; address_forgotten: boolean }

const claimColumns = { mail_id: 'bigint', attempts: 'integer' } as const
const endColumns = {
  ...claimColumns,
  email_address: 'text',
  mail_status: 'text',
  due_at: 'timestamptz',
  error_code: 'text',
} as const

/** Mails that are handed over, or end, at the same moment share a commit: they would each wait for the disk otherwise. */
export function mailRecords({ sql, systemClock, onLost }: SettleMailDeps): MailRecords {
  const handOver = createBatches<{ orgId: OrgId; mail: ClaimedMail }, true>({
    run: async (orgId, items) => {
      const rows = await sql<{ mail_id: number }[]>`
        update mails m
        set handed_over_at = ${systemClock()}
        from ${records(
          sql,
          claimColumns,
          items.map(({ mail }) => mail),
        )}
        where m.org_id = ${orgId}
          and m.mail_id = r.mail_id
          and m.attempts = r.attempts
          and m.mail_status = 'pending'
        returning m.mail_id`
      const noted = new Set(rows.map(({ mail_id }) => mail_id))
      return items.map(({ mail }) => noted.has(mail.mail_id) || new Error('the lease of this mail is over'))
    },
  })
  const end = createBatches<Ending, EndedMail | undefined>({
    run: async (orgId, endings) => {
      const now = systemClock()
      const rows = await sql<EndedMail[]>`
        update mails m
        set mail_status = r.mail_status,
          email_address = case when not m.address_forgotten then coalesce(r.email_address, m.email_address) end,
          content_sealed = case when r.mail_status = 'pending' then m.content_sealed end,
          handed_over_at = case when r.mail_status = 'pending' then null else m.handed_over_at end,
          due_at = r.due_at, error_code = r.error_code, changed_at = ${now}
        from ${records(
          sql,
          endColumns,
          endings.map(({ mail: { mail_id, attempts, kind }, to, status, dueAt, errorCode }) => ({
            mail_id,
            attempts,
            // Staff who read the list of mails are not shown who was sent a code.
            email_address: kind === null ? null : (to ?? null),
            mail_status: status,
            due_at: dueAt ?? now,
            error_code: errorCode,
          })),
        )}
        where m.org_id = ${orgId}
          and m.mail_id = r.mail_id
          and m.attempts = r.attempts
          and m.mail_status = 'pending'
        returning m.mail_id, m.address_forgotten`
      const ended = new Map(rows.map((row) => [row.mail_id, row]))
      return endings.map(({ mail }) => ended.get(mail.mail_id))
    },
  })
  return {
    noteHandOver: async (mail) => {
      await handOver({ orgId: mail.org_id, mail })
    },
    settle: async (mail, result, to) => {
      const { org_id, mail_id } = mail
      const ending = endingOf(mail, result, systemClock())
      const ended = await end({ orgId: org_id, mail, to, ...ending })
      const { status, errorCode } = ending
      if (ended && (status === 'failed' || status === 'unknown'))
        onLost({ org_id, mail_id, error_code: errorCode ?? 'unknown', status })
      return { addressForgotten: ended?.address_forgotten ?? false }
    },
  }
}

function endingOf(mail: ClaimedMail, end: AttemptEnd, now: Date): Pick<Ending, 'status' | 'dueAt' | 'errorCode'> {
  const errorCode = end.result === 'sent' ? null : end.errorCode
  if (end.result === 'later') {
    const dueAt = nextTry(mail, now)
    return { status: dueAt ? 'pending' : 'failed', dueAt, errorCode }
  }
  const status = end.result === 'refused' || end.result === 'gave_up' ? 'failed' : end.result
  return { status, dueAt: undefined, errorCode }
}

function nextTry({ attempts, give_up_at }: ClaimedMail, now: Date): Date | undefined {
  const waitMs = retryAfterMs(attempts)
  const dueAt = waitMs === undefined ? undefined : new Date(now.getTime() + waitMs)
  return dueAt && dueAt < give_up_at ? dueAt : undefined
}
