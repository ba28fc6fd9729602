import { placeWords } from '../../../faces/kit/place.ts'
import type { OrgId } from '../../access/principal.ts'
import { likeNeedle } from '../../platform/http/lists.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** What people say around the name of a place; the map does not know these words. */
const AROUND = new Set([
  ...['section', 'sec'],
  ...(['block', 'level', 'aisle', 'row', 'seat'] as const).flatMap(placeWords).map((word) => word.toLowerCase()),
])
const WORDS_MAX = 6
const SEATS_MAX = 200

/** `Row K, seat 12` and `North K 12` as the words that name the place. */
const wordsOfPlace = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/[\s,;/-]+/)
    .filter((word) => word !== '' && !AROUND.has(word))

/**
 * Seats by what is printed on a ticket: `K12`, `K 12`, `Row K, seat 12, North`. Row and seat are found by their index, written
 * together; every further word must be of the seat or of its section. A lone number names too many seats, and a name none.
 */
export async function findSeatsBy(orgId: OrgId, sql: Db, search: string): Promise<number[]> {
  const words = wordsOfPlace(search)
  const [first = ''] = words
  if (words.length > WORDS_MAX || !words.some((word) => /\p{N}/u.test(word))) return []
  if (words.length < 2 && !/\p{L}/u.test(first)) return []
  const pairs = words.flatMap((row) => words.filter((seat) => seat !== row).map((seat) => row + seat))
  const seats = await sql<{ seat_id: number }[]>`
    select s.seat_id
    from seats s
    join seat_sections x on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
    where s.org_id = ${orgId}
      and lower(coalesce(s.seat_row, '') || s.seat_title) = any (${[...words, ...pairs]}::text[])
      ${words.map((word) => sql`and ${isOfSeat(sql, word)}`)}
    limit ${SEATS_MAX}`.freshPlan()
  return seats.map(({ seat_id }) => seat_id)
}

const isOfSeat = (sql: Db, word: string) => sql`(
        ${word} in (
          lower(s.seat_row), lower(s.seat_title), lower(coalesce(s.seat_row, '') || s.seat_title), lower(s.seat_aisle),
          lower(s.seat_level)
        )
        or lower(x.title || ' ' || coalesce(x.sub_section_title, '')) like ${likeNeedle(word)}
      )`
