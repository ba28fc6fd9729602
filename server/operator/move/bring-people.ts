import type { Way } from './copy-organisation.ts'

type AccountRow = {
  account_id: number
  email_address: string
  name: string
  password_hash: string | null
  totp_sealed: Buffer | null
  totp_confirmed_at: Date | null
  totp_step: number | null
  created_at: Date
}

/**
 * The accounts of an organisation's staff belong to the cell, and are no rows of the organisation's. They go along as they are, ids
 * being different in every cell; people whom the other cell knows already keep the account that they have there.
 */
export async function bringPeople({ orgId, from, to }: Way): Promise<void> {
  const members = await from<{ email_address: string }[]>`
    select email_address
    from staff_members
    where org_id = ${orgId}
      and staff_status = 'active'`
  const accounts = await from<AccountRow[]>`
    select account_id, email_address, name, password_hash, totp_sealed, totp_confirmed_at, totp_step, created_at
    from staff_accounts
    where email_address = any (${members.map(({ email_address }) => email_address)}::text[])`
  for (const account of accounts) {
    const brought = await to`
      insert into staff_accounts ${to(account)}
      on conflict (email_address) do nothing
      returning account_id`
    if (brought.length === 0) continue
    const codes = await from<{ code_hash: Buffer }[]>`
      select code_hash
      from staff_recovery_codes
      where account_id = ${account.account_id}`
    for (const { code_hash } of codes) {
      await to`
        insert into staff_recovery_codes (account_id, code_hash)
        values (${account.account_id}, ${code_hash})
        on conflict do nothing`
    }
  }
}
