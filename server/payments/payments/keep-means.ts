import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { KeptMeans, PaymentProviderName } from './provider.ts'

type Kept = {
  userId: number
  provider: PaymentProviderName
  account: string | null
  means: KeptMeans
}

/** Writes down what a fan has left with the provider, so that it can be charged without them. Answers with its number. */
export async function keepMeans(orgId: OrgId, tx: Tx, now: Date, kept: Kept): Promise<number> {
  const { userId, provider, account, means } = kept
  const [row] = await tx<{ payment_means_id: number }[]>`
    insert into payment_means (
      org_id, user_id, provider, payment_account_id, customer_reference, method_reference, means_kind, last4, expires_on, created_at,
      changed_at
    )
    values (
      ${orgId}, ${userId}, ${provider}, ${account}, ${means.customer}, ${means.method}, ${means.kind}, ${means.last4}, ${means.expiresOn},
      ${now}, ${now}
    )
    returning payment_means_id`
  if (!row) throw new Error('means of payment left no row')
  return row.payment_means_id
}
