import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/*
 * Addresses that do not exist, by the word of a mail server: mail to them is not sent, since mail servers soon distrust a sender
 * who goes on writing to them. Capital letters make no other address.
 */

/** Whatever it is in the way of: a cluster does not find the index of lower letters by its name. */
export const suppress = (orgId: OrgId, sql: Db, now: Date, address: string, errorCode: string) => sql`
  insert into mail_suppressions (org_id, email_address, error_code, created_at)
  values (${orgId}, ${address}, ${errorCode}, ${now})
  on conflict do nothing`

export const lift = (orgId: OrgId, sql: Db, address: string) => sql`
  delete from mail_suppressions
  where org_id = ${orgId}
    and lower(email_address collate "C") = lower(${address} collate "C")`

/** Those of the addresses that are suppressed, as they are written here. */
export async function findSuppressed(orgId: OrgId, sql: Db, addresses: string[]): Promise<Set<string>> {
  const rows = await sql<{ address: string }[]>`
    select a.address
    from unnest(${addresses}::text[]) as a (address)
    join mail_suppressions s
      on s.org_id = ${orgId} and lower(s.email_address collate "C") = lower(a.address collate "C")`
  return new Set(rows.map(({ address }) => address))
}
