import type { ChangeContext } from '../../resources/change-row.ts'
import { invalid } from '../../resources/constraints.ts'
import type { MembershipTerm } from './membership-type.ts'

/** As many types as can follow each other before a member is back at the first. */
const STEPS_MAX = 100

/**
 * Types may follow each other in a circle, or one itself, where each of them lasts a month or a year from its start. One that ends on a day
 * has no second term: a member who came back to it would be left without one.
 */
export async function requireNoCircle(
  at: ChangeContext,
  typeId: number | null,
  renewalTypeId: number,
  term: MembershipTerm | null,
): Promise<void> {
  const { orgId, tx } = at
  if (term === 'life') throw refusal('A membership for life is not renewed.')
  const following = await tx<{ membership_type_id: number; term: string | null }[]>`
    with recursive following (membership_type_id, term, renewal_type_id, step) as (
      select membership_type_id, term, renewal_type_id, 1
      from membership_types
      where org_id = ${orgId}
        and membership_type_id = ${renewalTypeId}
      union all
      select t.membership_type_id, t.term, t.renewal_type_id, f.step + 1
      from following f
      join membership_types t on t.org_id = ${orgId} and t.membership_type_id = f.renewal_type_id
      where f.membership_type_id is distinct from ${typeId}
        and f.step < ${STEPS_MAX}
    )
    select membership_type_id, term
    from following
    order by step`
  const last = following.findIndex(({ membership_type_id }) => membership_type_id === typeId)
  if (last < 0) return
  const terms = [term, ...following.slice(0, last).map((type) => type.term)]
  if (terms.some((one) => one !== 'month' && one !== 'year')) {
    throw refusal('A type that ends on a day cannot follow itself, also by way of others.')
  }
}

const refusal = (message: string) => invalid('renewal_type_id', message)()
