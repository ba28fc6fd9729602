import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** Files of one organisation: the pictures of three hundred events in three sizes. */
const FILES_MAX = 1000

/**
 * Before files are added: where there would be too many, those that no field names any more give way, but for those of the last day, which
 * staff may be about to use. Two uploads at once wait for each other.
 */
export async function makeRoom(orgId: OrgId, tx: Tx, now: Date, files: number): Promise<void> {
  await tx`
    select 1 as one
    from organisations
    where org_id = ${orgId}
    for update`
  if ((await countFiles(orgId, tx)) + files <= FILES_MAX) return
  await tx`
    delete from pictures p
    where p.org_id = ${orgId}
      and p.created_at < ${new Date(now.getTime() - DAY_MS)}
      and p.digest not in (
        select named.digest[1]
        from (
          select concat_ws(' ', logo_image, background_image, favicon) as addresses
          from organisations
          where org_id = ${orgId}
          union all
          select concat_ws(' ', banner_image, array_to_string(images, ' '))
          from events
          where org_id = ${orgId}
          union all
          select image
          from membership_categories
          where org_id = ${orgId}
        ) fields
        cross join lateral regexp_matches(fields.addresses, '/pictures/[0-9]+/([0-9a-f]{32})', 'g') as named(digest)
      )`
  if ((await countFiles(orgId, tx)) + files > FILES_MAX)
    throw new ApiError('state_conflict', { message: `There are ${FILES_MAX} files of pictures in use already.` })
}

async function countFiles(orgId: OrgId, tx: Tx): Promise<number> {
  const [row] = await tx<{ files: number }[]>`
    select count(*)::integer as files
    from pictures
    where org_id = ${orgId}`
  return row?.files ?? 0
}
