import type { Result } from './run.ts'
import { asker, median, rounded } from './seed/ask.ts'
import { withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'
import { atMost } from './targets.ts'

const RATIO_MOST = 5
const MANY = 500
const ROUNDS = 15

/** 500 members in one request against one member, each time members who were not fulfilled before. */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(args, async ({ url, sql, orgId, key, members }) => {
    const api = await startApi(url)
    const { ask, close } = asker(api.url, key)
    const rows = await sql<{ id: number }[]>`
      select membership_member_id as id
      from members
      where org_id = ${orgId}
        and membership_fulfilled = 'no'
      order by membership_member_id
      limit ${(ROUNDS + 3) * (MANY + 1)}`
    const ids = rows.map(({ id }) => id).values()
    const fulfil = async (count: number) => {
      const chosen = Array.from({ length: count }, () => ids.next().value ?? 0)
      const body = {
        members: chosen.map((id) => ({ membership_member_id: id, fulfillment_tracking_code: `TRK${id}` })),
      }
      const { ms, text } = await ask('/v1/members/fulfillments', { method: 'POST', body })
      if (JSON.parse(text).members_fulfilled !== count) throw new Error(`not all were fulfilled: ${text}`)
      return ms
    }
    try {
      const one: number[] = []
      const many: number[] = []
      for (let round = -3; round < ROUNDS; round += 1) {
        const few = await fulfil(1)
        const all = await fulfil(MANY)
        if (round < 0) continue
        one.push(few)
        many.push(all)
      }
      const ratio = median(many) / median(one)
      return {
        targets: [atMost('ratio', ratio, RATIO_MOST)],
        figures: {
          members,
          'ms for 1': rounded(median(one), 1),
          'ms for 500': rounded(median(many), 1),
          ratio: rounded(ratio),
          'ratio wanted': RATIO_MOST,
        },
      }
    } finally {
      close()
      await api.stop()
      // As the seed left them, for the next measurement.
      await sql`
        update members
        set fulfilled_at = null, fulfillment_tracking_code = null, changed_at = created_at
        where org_id = ${orgId}
          and membership_member_id = any (${rows.map(({ id }) => id)})`
      await sql`delete from webhook_messages where org_id = ${orgId}`
      await sql`vacuum members, webhook_messages`
    }
  })
