import { createHash } from 'node:crypto'
import { addressBucket } from '../../access/rate-limits/addresses.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { systemRandom } from '../../platform/values/random.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { StaffError } from './errors.ts'

/*
 * A stranger who guesses has to wait, longer each time; the person is never locked out. Tries are counted for the account and for the address, and
 * apart from both for a browser that has signed the person in before: strangers, however many they are, do not make it wait.
 * A try counts before the password is looked at, so that many at once count as many.
 */

type Delays = { free: number; maxSeconds: number }
export type AttemptSubject = { name: [kind: string, ...names: string[]]; delays: Delays }

export const ofAccount = (email: string): AttemptSubject => ({
  name: ['account', email],
  delays: { free: 5, maxSeconds: 300 },
})
export const ofAddress = (address: string): AttemptSubject => ({
  name: ['address', addressBucket(address)],
  delays: { free: 30, maxSeconds: 60 },
})
export const ofDevice = (device: string): AttemptSubject => ({
  name: ['device', device],
  delays: { free: 10, maxSeconds: 60 },
})
/** Of the second factor, from whatever browser: a caller who comes to it has the password. */
export const ofCode = (email: string): AttemptSubject => ({
  name: ['code', email],
  delays: { free: 5, maxSeconds: 300 },
})
export const ofReset = (email: string): AttemptSubject => ({
  name: ['reset', email],
  delays: { free: 3, maxSeconds: 3600 },
})

const hashOf = ({ name }: AttemptSubject): Buffer => createHash('sha256').update(JSON.stringify(name)).digest()

/** Counts a try as one that fails; null, or how many seconds too early it is. */
export async function countAttempt(sql: Db, now: Date, subject: AttemptSubject): Promise<number | null> {
  const { free, maxSeconds } = subject.delays
  const [row] = await sql<{ failures: number }[]>`
    insert into staff_attempts as a (subject_hash, failures, blocked_until, created_at, changed_at)
    values (${hashOf(subject)}, 1, ${now}, ${now}, ${now})
    on conflict (subject_hash) do update
    set failures = a.failures + 1,
      blocked_until = excluded.changed_at + interval '1 second' * case
        when a.failures + 1 < ${free}::integer then 0
        else least(power(2, least(a.failures + 1 - ${free}::integer, 30)), ${maxSeconds}::integer)
      end,
      changed_at = excluded.changed_at
    where a.blocked_until <= excluded.changed_at
    returning failures`
  if (row) return null
  const [blocked] = await sql<{ blocked_until: Date }[]>`
    select blocked_until
    from staff_attempts
    where subject_hash = ${hashOf(subject)}`
  const waitMs = (blocked?.blocked_until.getTime() ?? 0) - now.getTime()
  return Math.max(1, Math.ceil(waitMs / 1000))
}

export async function requireAttempts(sql: Db, now: Date, subjects: AttemptSubject[]): Promise<void> {
  for (const subject of subjects) {
    const seconds = await countAttempt(sql, now, subject)
    if (seconds !== null) throw new StaffError('sign_in_delayed', { headers: { 'retry-after': String(seconds) } })
  }
}

/** It did not fail: what was counted for the person is forgotten, of an address this one try. */
export async function clearAttempts(sql: Db, subjects: AttemptSubject[]): Promise<void> {
  for (const subject of subjects) {
    if (subject.name[0] === 'address') {
      await sql`
        update staff_attempts
        set failures = greatest(failures - 1, 0), blocked_until = changed_at
        where subject_hash = ${hashOf(subject)}`
    } else {
      await sql`
        delete from staff_attempts
        where subject_hash = ${hashOf(subject)}`
    }
  }
}

export const DEVICE_SECONDS = 365 * 24 * 3600
const DEVICE = 'staff device'

/** What a browser keeps once a person has signed in with it: whose, and a name that its tries are counted by. */
export const newDevice = (seal: Seal, email: string): string =>
  seal
    .close(
      JSON.stringify([createHash('sha256').update(email).digest('base64url'), systemRandom(12).toString('base64url')]),
      DEVICE,
    )
    .toString('base64url')

/** The name of the browser, if it is one that this person has used. */
export function deviceNameOf(seal: Seal, cookie: string | undefined, email: string): string | undefined {
  if (cookie === undefined) return undefined
  try {
    const [owner, name] = JSON.parse(seal.open(Buffer.from(cookie, 'base64url'), DEVICE)) as [string, string]
    return owner === createHash('sha256').update(email).digest('base64url') ? name : undefined
  } catch {
    return undefined
  }
}

/** What a try to sign in counts for. */
export const subjectsOf = (email: string, address: string, device: string | undefined): AttemptSubject[] =>
  device === undefined ? [ofAddress(address), ofAccount(email)] : [ofDevice(device)]

export async function purgeStaff(sql: Sql, now: Date): Promise<void> {
  await sql`
    delete from staff_attempts
    where changed_at < ${new Date(now.getTime() - DAY_MS)}`
  await sql`
    delete from staff_sessions
    where expires_at < ${now}`
  await sql`
    delete from staff_challenges
    where expires_at < ${now}`
}
