import type { House, Tenant } from '../harness/house.ts'

/** A host that the provider knows, where Apple does not yet. */
export const addPaymentDomain = ({ sql, clock }: House, { orgId }: Tenant, host = 'tickets.club.example') => sql`
  insert into payment_domains (
    org_id, host, payment_account_id, provider_reference, domain_status, ready_wallets, problem, due_at, checked_at, created_at, changed_at
  )
  values (
    ${orgId}, ${host}, 'acct_club', 'pmd_1', 'registered', '{google_pay,link}', 'The domain is not known to Apple yet.', ${clock()}, ${clock()},
    ${clock()}, ${clock()}
  )
  on conflict do nothing`
