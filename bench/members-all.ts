import { readFile } from 'node:fs/promises'
import { orgIdOf } from '../server/access/principal.ts'
import { memberColumns, membersAndSeats } from '../server/people/members/member.ts'
import { readCopy } from '../server/platform/postgres/copy-json.ts'
import type { Sql } from '../server/platform/postgres/database.ts'
import { literal } from '../server/platform/postgres/sql.ts'
import type { Result } from './run.ts'
import { asker, median, rounded } from './seed/ask.ts'
import { withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'
import { atMost, below } from './targets.ts'

const RATIO_MOST = 0.8
const RSS_MOST_MB = 300
const FIRST_BYTE_MOST_MS = 500
const ROUNDS = 3

/** The whole member list over HTTP against the database's own JSON of the same columns, read by the same kind of process. */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(args, async ({ url, sql, key, members }) => {
    const api = await startApi(url)
    const { ask, close } = asker(api.url, key)
    try {
      const ours: number[] = []
      const theirs: number[] = []
      const firstBytes: number[] = []
      let bytes = 0
      for (let round = 0; round < ROUNDS; round += 1) {
        theirs.push(await rowToJson(sql))
        const answer = await ask('/v1/members', { keep: false })
        ours.push(answer.ms)
        firstBytes.push(answer.firstByteMs)
        bytes = answer.bytes
      }
      const ratio = median(ours) / median(theirs)
      const peakMb = await peakRssMb(api.child.pid)
      const firstByteMs = Math.max(...firstBytes)
      return {
        targets: [
          atMost('ratio', ratio, RATIO_MOST),
          below('peak RSS of the server in MB', peakMb, RSS_MOST_MB),
          below('first byte ms', firstByteMs, FIRST_BYTE_MOST_MS),
        ],
        figures: {
          members,
          MB: Math.round(bytes / 1e6),
          'seconds, the list': rounded(median(ours) / 1000),
          'seconds, row_to_json': rounded(median(theirs) / 1000),
          ratio: rounded(ratio, 3),
          'ratio wanted': RATIO_MOST,
          'first byte ms': Math.round(firstByteMs),
          'peak RSS of the server in MB': peakMb,
        },
      }
    } finally {
      close()
      await api.stop()
    }
  })

/** The large organisation is the first. */
const largeOrg = orgIdOf(1)

async function rowToJson(sql: Sql): Promise<number> {
  const startedAt = performance.now()
  const copy = sql`
    copy (
      select row_to_json(r)
      from (
        select ${memberColumns(sql)}
        from ${membersAndSeats(largeOrg, sql, (value) => literal(sql, Number(value)))}
        where t.org_id = ${literal(sql, largeOrg)}
        order by t.membership_member_id
      ) r
    ) to stdout`
  await readCopy(copy, () => {})
  return performance.now() - startedAt
}

async function peakRssMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+([0-9]+)/.exec(status)?.[1] ?? 0) / 1024)
}
