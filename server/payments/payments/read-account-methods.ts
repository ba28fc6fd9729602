import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Payee, Payments } from './providers.ts'

/** Asks the provider which ways to pay an account has, and writes it down: a shop asks far too often to ask the provider each time. */
export async function readAccountMethods(
  { sql, payments }: { sql: Sql; payments: Payments },
  orgId: OrgId,
  { mode, payment_account_id: account }: Payee,
): Promise<void> {
  if (mode === 'test' || account === null) return
  const methods = await payments.accountsFor(mode).methods(account)
  await sql`
    update organisations
    set account_methods = ${methods}
    where org_id = ${orgId}
      and payment_account_id = ${account}
      and account_methods is distinct from ${methods}::text[]`
}
