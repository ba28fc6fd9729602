import type { OrgId } from '../../access/principal.ts'
import type { Payee, PaymentDeps } from '../../payments/payments/providers.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PlatformDeps } from '../../platform/operation.ts'

/** Who takes cards on the organisation's readers, and under which account. Refuses where the setting is off or no provider can. */
export async function requireCardReaders({ sql, payments }: Pick<PlatformDeps, 'sql'> & PaymentDeps, orgId: OrgId) {
  const [organisation] = await sql<(Payee & { card_readers: boolean })[]>`
    select mode, payment_account_id, card_readers
    from organisations
    where org_id = ${orgId}`
  if (!organisation) throw new ApiError('resource_missing')
  if (!organisation.card_readers)
    throw new ApiError('state_conflict', {
      message: 'Card readers are turned off: card_readers of the organisation turns them on.',
    })
  return payments.forOrganisation(organisation)
}
