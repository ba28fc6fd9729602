import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

type Account = { credit_account_id: number; currency: string; balance_minor: number }

/**
 * Two customers who are one person have one credit in each currency: what is left of the one's, with its days, becomes the other's, and so
 * does what comes back to it later.
 */
export async function mergeCredits(orgId: OrgId, tx: Tx, now: Date, fromId: number, toId: number): Promise<void> {
  const accounts = await lockAccounts(orgId, tx, fromId)
  const keeperAccounts = await lockAccounts(orgId, tx, toId)
  for (const account of accounts) {
    const keeper = keeperAccounts.find(({ currency }) => currency === account.currency)
    if (keeper) {
      await moveBalance(orgId, tx, now, account, keeper)
      await tx`
        update credit_accounts
        set merged_into_id = ${keeper.credit_account_id}, changed_at = ${now}
        where org_id = ${orgId}
          and credit_account_id = ${account.credit_account_id}`
    } else {
      await tx`
        update credit_accounts
        set user_id = ${toId}, changed_at = ${now}
        where org_id = ${orgId}
          and credit_account_id = ${account.credit_account_id}`
    }
  }
}

const lockAccounts = (orgId: OrgId, tx: Tx, userId: number) => tx<Account[]>`
  select credit_account_id, currency, balance_minor
  from credit_accounts
  where org_id = ${orgId}
    and user_id = ${userId}
  order by credit_account_id
  for no key update`

async function moveBalance(orgId: OrgId, tx: Tx, now: Date, from: Account, to: Account): Promise<void> {
  if (from.balance_minor === 0) return
  await tx`
    insert into credit_entries (org_id, credit_account_id, kind, amount_minor, created_at)
    values
      (${orgId}, ${from.credit_account_id}, 'merged', ${-from.balance_minor}, ${now}),
      (${orgId}, ${to.credit_account_id}, 'merged', ${from.balance_minor}, ${now})`
  await tx`
    update credit_lots
    set credit_account_id = ${to.credit_account_id}, changed_at = ${now}
    where org_id = ${orgId}
      and credit_account_id = ${from.credit_account_id}`
  for (const [account, balanceMinor] of [
    [from, 0],
    [to, to.balance_minor + from.balance_minor],
  ] as const) {
    await tx`
      update credit_accounts
      set balance_minor = ${balanceMinor}, changed_at = ${now}
      where org_id = ${orgId}
        and credit_account_id = ${account.credit_account_id}`
  }
}
