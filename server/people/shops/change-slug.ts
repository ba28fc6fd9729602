import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** The old one goes on leading here; one that the organisation had before may be taken again, another's never. */
export async function changeSlug(orgId: OrgId, tx: Tx, slug: string, now: Date): Promise<void> {
  await tx`
    update shop_slugs
    set retired_at = ${now}
    where org_id = ${orgId}
      and retired_at is null
      and slug <> ${slug}`
  const [taken] = await tx`
    insert into shop_slugs (org_id, slug)
    values (${orgId}, ${slug})
    on conflict (slug) do update
    set retired_at = null
    where shop_slugs.org_id = ${orgId}
    returning 1 as one`
  if (!taken)
    throw new ApiError('state_conflict', {
      param: 'shop_slug',
      message: 'Another organisation’s shop is, or was, there.',
    })
}
