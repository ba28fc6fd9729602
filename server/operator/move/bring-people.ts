import type { Way } from './copy-organisation.ts'

type AccountRow = {
  account_id: number
  email_address: string
  name: string
  password_hash: string | null
  created_at: Date
}

/**
 * Whoever works for the organisation has an account of the cell, which is no row of the organisation's. It goes along as it is, ids
 * being different in every cell; somebody whom the other cell knows already keeps the account that they have there.
 */
export async function bringPeople({ orgId, from, to }: Way): Promise<void> {
  const members = await from<{ email_address: string }[]>`
    select email_address
    from staff_members
    where org_id = ${orgId}
      and staff_status = 'active'`
  const accounts = await from<AccountRow[]>`
    select account_id, email_address, name, password_hash, created_at
    from staff_accounts
    where email_address = any (${members.map(({ email_address }) => email_address)}::text[])`
  for (const account of accounts) {
    await to`
      insert into staff_accounts (account_id, email_address, name, password_hash, created_at)
      values (
        ${account.account_id}, ${account.email_address}, ${account.name}, ${account.password_hash}, ${account.created_at}
      )
      on conflict (email_address) do nothing`
  }
}
