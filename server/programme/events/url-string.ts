import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { atShard } from '../../platform/postgres/at-shard.ts'
import type { Tx } from '../../platform/postgres/database.ts'

export const URL_STRING_MAX = 100
export const urlStringPattern = '^[a-z0-9]+(-[a-z0-9]+)*$'

/** How many events of one title get an address by themselves; after that staff have to think of one. */
const NAMESAKES_MAX = 1000

/** Letters that Unicode does not take apart into a Latin one and an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** "Café Night: Round 3!" becomes cafe-night-round-3; a title without a Latin letter or digit becomes event. */
export function urlStringOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? '')
    .replaceAll(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const text = words.join('-').slice(0, URL_STRING_MAX).replace(/-$/, '')
  return text === '' ? 'event' : text
}

/** The title's own url_string, or the first of -2, -3 and so on that no event of the organisation has. */
export async function freeUrlString(orgId: OrgId, tx: Tx, title: string): Promise<string> {
  // Two events of one title, created at the same moment, would otherwise find the same one free.
  await tx`
    select pg_advisory_xact_lock(hashtextextended(${`url_string ${orgId}`}, 0))
    from ${atShard(tx, orgId)}`
  const base = urlStringOf(title)
  const [row] = await tx<{ url_string: string }[]>`
    select c.url_string
    from (
      select n, case n when 1 then ${base} else rtrim(left(${base}, ${URL_STRING_MAX} - 1 - length(n::text)), '-') || '-' || n end
      from generate_series(1, ${NAMESAKES_MAX}::integer) n
    ) c (n, url_string)
    where not exists (
      select 1
      from events e
      where e.org_id = ${orgId}
        and e.url_string = c.url_string
    )
    order by c.n
    limit 1`
  if (!row) throw new ApiError('state_conflict', { param: 'url_string', message: 'Too many events have this title.' })
  return row.url_string
}
