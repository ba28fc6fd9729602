import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { Rejection } from './importer.ts'

/**
 * A list of members that names no customers means them by their addresses, as the shop does. A person who is none yet becomes one with the
 * first line of that address; a family that shares it is behind one customer.
 */
export async function nameCustomers(orgId: OrgId, tx: Tx): Promise<void> {
  await tx`
    update staged s
    set org_customer_id = c.org_customer_id
    from customers c
    where c.org_id = ${orgId}
      and lower(c.email_address collate "C") = lower(s.email_address collate "C")
      and s.org_customer_id is null`
  await tx`
    update staged s
    set org_customer_id = f.new_reference, is_new = true
    from (
      select distinct on (lower(email_address collate "C")) lower(email_address collate "C") as email_address, new_reference
      from staged
      where org_customer_id is null
      order by lower(email_address collate "C"), line
    ) f
    where s.org_customer_id is null
      and lower(s.email_address collate "C") = f.email_address`
}

/** In the order of addresses, as checkouts insert customers, so that neither waits for the other in a circle. */
export const makeCustomers = (orgId: OrgId, tx: Tx, clock: Clock) => tx<Rejection[]>`
  with new_customer as (
    insert into customers (
      org_id, org_customer_id, first_name, last_name, email_address, mobile_number, company_name, address, address2, suburb, state,
      postcode, country_id, marketing_emails, marketing_emails_at, marketing_emails_source, created_at, changed_at
    )
    select ${orgId}, org_customer_id, first_name, last_name, email_address, mobile_number, company_name, address, address2, suburb,
      state, postcode, country_id, marketing_emails,
      case when marketing_emails then ${clock(orgId)}::timestamptz end, case when marketing_emails then 'import' end, ${clock(orgId)}, ${clock(orgId)}
    from (
      select distinct on (org_customer_id) org_customer_id, first_name, last_name, email_address, mobile_number,
        company_name, address, address2, suburb, state, postcode, country_id, marketing_emails
      from staged
      where is_new
      order by org_customer_id, line
    ) first_line
    order by lower(email_address collate "C")
    on conflict do nothing
    returning org_customer_id
  )
  delete from staged s
  where s.is_new
    and not exists (
      select 1
      from new_customer c
      where c.org_customer_id = s.org_customer_id
    )
  returning s.line, 'email_address belongs to a customer who was created meanwhile.' as reason`

/** A line without a number means the membership that this person has already, of its type where it names one; the oldest of several. */
export const nameMembers = (orgId: OrgId, tx: Tx) => tx`
  with membership as materialized (
    select distinct on (w.line) w.line, m.member_number
    from staged w
    join customers c on c.org_customer_id = w.org_customer_id
    join members m on m.user_id = c.user_id
    where not w.is_numbered
      and c.org_id = ${orgId}
      and m.org_id = ${orgId}
      and lower(m.first_name) = lower(w.first_name)
      and lower(m.last_name) = lower(w.last_name)
      and coalesce(w.membership_type_id, m.membership_type_id) is not distinct from m.membership_type_id
    order by w.line, m.membership_member_id
  )
  update staged s
  set member_number = membership.member_number
  from membership
  where s.line = membership.line`

/** Of two lines that mean the same membership, it could not be told next time which is which. */
export const personRepeated = (tx: Tx) => tx<Rejection[]>`
  delete from staged s
  using (
    select org_customer_id, lower(first_name) as first_name, lower(last_name) as last_name, membership_type_id,
      min(line) as first_line
    from staged
    where not is_numbered
    group by org_customer_id, lower(first_name), lower(last_name), membership_type_id
    having count(*) > 1
  ) d
  where not s.is_numbered
    and s.org_customer_id = d.org_customer_id
    and lower(s.first_name) = d.first_name
    and lower(s.last_name) = d.last_name
    and s.membership_type_id is not distinct from d.membership_type_id
    and s.line <> d.first_line
  returning s.line, 'stands on line ' || d.first_line || ' already; a second membership needs a member_number.' as reason`
