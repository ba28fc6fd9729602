import { randomBytes } from 'node:crypto'
import { hashToken } from '../../access/staff/session-store.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { encodeBase32 } from '../../platform/values/base32.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import type { AccountRow } from './account.ts'
import { clearAttempts, ofCode, requireAttempts } from './attempts.ts'
import { StaffError } from './errors.ts'
import { stepOfCode } from './totp.ts'

export const totpContext = (accountId: number) => `staff totp ${accountId}`

export const openTotp = (seal: Seal, { account_id, totp_sealed }: AccountRow): Buffer | undefined =>
  totp_sealed ? Buffer.from(seal.open(totp_sealed, totpContext(account_id)), 'base64') : undefined

/** The code of the app, or a recovery code, where the person has set that up; wrong ones count for the account, whatever the device. */
export async function requireSecondFactor(
  sql: Db,
  deps: { seal: Seal; systemClock: SystemClock },
  account: AccountRow,
  code: string | undefined,
): Promise<void> {
  if (account.totp_confirmed_at === null) return
  if (code === undefined) throw new StaffError('code_required')
  const subjects = [ofCode(account.email_address)]
  await requireAttempts(sql, deps.systemClock(), subjects)
  if (!(await takeCode(sql, deps, account, code))) throw new StaffError('code_invalid')
  await clearAttempts(sql, subjects)
}

/** Each code is good once: the statement that takes it decides between two who send it. */
export async function takeCode(
  sql: Db,
  { seal, systemClock }: { seal: Seal; systemClock: SystemClock },
  account: AccountRow,
  code: string,
): Promise<boolean> {
  const secret = openTotp(seal, account)
  const step = secret && stepOfCode(secret, code.replaceAll(/\s/g, ''), systemClock())
  if (step === undefined) return takeRecoveryCode(sql, account.account_id, code)
  const taken = await sql`
    update staff_accounts
    set totp_step = ${step}
    where account_id = ${account.account_id}
      and (totp_step is null or totp_step < ${step})
    returning account_id`
  return taken.length > 0
}

const RECOVERY_CODES = 10

/** As typed: in any case, with or without the dash. */
const asWritten = (code: string) => code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')

async function takeRecoveryCode(sql: Db, accountId: number, code: string): Promise<boolean> {
  const taken = await sql`
    delete from staff_recovery_codes
    where account_id = ${accountId}
      and code_hash = ${hashToken(`${accountId} ${asWritten(code)}`)}
    returning account_id`
  return taken.length > 0
}

/** Ten new ones in place of all others; they are in the answer and nowhere else. */
export async function newRecoveryCodes(tx: Tx, accountId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => encodeBase32(randomBytes(10)))
  await tx`
    delete from staff_recovery_codes
    where account_id = ${accountId}`
  for (const code of codes) {
    await tx`
      insert into staff_recovery_codes (account_id, code_hash, created_at)
      values (${accountId}, ${hashToken(`${accountId} ${code}`)}, ${now})`
  }
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}
