import type { OrgId } from '../../access/principal.ts'
import { publishMandates } from '../../people/mandates/mandate.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { GivenMandate, PaymentProviderName } from '../payments/provider.ts'
import { MANDATE_VERSION, mandateTextOf, noticeDays } from './mandate-text.ts'

type Giving = {
  mandate: GivenMandate
  userId: number | null
  meansId: number | null
  provider: PaymentProviderName
  account: string | null
  /** Of the text that the fan agreed to; null where a page of the provider's showed its own. */
  version: number | null
  /** BCP 47; null: the organisation's. */
  language: string | null
}

/** Writes down a mandate with the words that it was given in. Told again it is the one that is there. Answers with its number. */
export async function giveMandate(orgId: OrgId, tx: Tx, clock: Clock, giving: Giving): Promise<number> {
  const now = clock(orgId)
  const { mandate, userId, meansId, provider, account } = giving
  const [organisation] = await tx<{ name: string; language: string }[]>`
    select name, language
    from organisations
    where org_id = ${orgId}`
  if (!organisation) throw new Error(`there is no organisation ${orgId}`)
  const { text } = mandateTextOf(mandate.scheme, organisation.name, giving.language ?? organisation.language)
  const [row] = await tx<{ mandate_id: number }[]>`
    insert into mandates (
      org_id, user_id, payment_means_id, provider, payment_account_id, scheme, mandate_reference, provider_reference, last4, bank_name,
      text_version, mandate_text, notice_days, given_at, created_at, changed_at
    )
    values (
      ${orgId}, ${userId}, ${meansId}, ${provider}, ${account}, ${mandate.scheme}, ${mandate.reference}, ${mandate.providerReference},
      ${mandate.last4}, ${mandate.bankName}, ${giving.version ?? MANDATE_VERSION}, ${text}, ${noticeDays[mandate.scheme]}, ${now}, ${now},
      ${now}
    )
    on conflict (org_id, provider, mandate_reference) do nothing
    returning mandate_id`
  if (!row) return findGiven(orgId, tx, now, giving)
  await publishMandates(orgId, tx, clock, 'mandate.given', [row])
  return row.mandate_id
}

async function findGiven(orgId: OrgId, tx: Tx, now: Date, { mandate, meansId, provider }: Giving): Promise<number> {
  const [row] = await tx<{ mandate_id: number }[]>`
    update mandates
    set payment_means_id = coalesce(payment_means_id, ${meansId}), changed_at = ${now}
    where org_id = ${orgId}
      and provider = ${provider}
      and mandate_reference = ${mandate.reference}
    returning mandate_id`
  if (!row) throw new Error('a mandate left no row')
  return row.mandate_id
}
