import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'

export async function requireCredit(
  orgId: OrgId,
  sql: Db,
  accountId: number,
): Promise<{ user_id: number; currency: string }> {
  const [account] = await sql<{ user_id: number; currency: string }[]>`
    select user_id, currency
    from credit_accounts
    where org_id = ${orgId}
      and credit_account_id = ${accountId}`
  if (!account) throw new ApiError('resource_missing')
  return account
}
