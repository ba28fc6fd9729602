import type { Command } from 'commander'
import { readOffsets, readStoredClock } from '../../access/clock-offsets.ts'
import { setTarget } from '../../fans/clock/set-target.ts'
import { findUpcoming } from '../../fans/clock/upcoming.ts'
import { organisationClock, unixSeconds } from '../../platform/values/clock.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { ArgumentError, findOrg, print, recordCli, wholeNumber } from './values.ts'

type Options = { org: string; advanceDays?: number; json?: boolean }

export function clockCommand(program: Command): void {
  program
    .command('clock')
    .description('the time of an organisation and what comes next by it; a sandbox’s is moved forward')
    .requiredOption('--org <id>')
    .option(
      '--advance-days <days>',
      'two years in all; the worker does what is due on the way',
      wholeNumber('--advance-days', 1, 730),
    )
    .option('--json', 'print one JSON object')
    .action(({ org, advanceDays, json }: Options) =>
      withDatabase(readConfig(process.env), async (sql, systemClock) => {
        const orgId = await findOrg(sql, org)
        const offsets = await readOffsets(sql)
        const clock = organisationClock(systemClock, offsets)
        if (advanceDays !== undefined) {
          await sql.begin(async (tx) => {
            const [organisation] = await tx<{ mode: string }[]>`
              select mode
              from organisations
              where org_id = ${orgId}`
            if (organisation?.mode !== 'test')
              throw new ArgumentError(`organisation ${org} is live: it has the real time`)
            const { now } = await setTarget(orgId, tx, { clock, offsets }, { seconds: advanceDays * 86_400 })
            const entry = { action: 'clock.advanced', objectType: 'organisation', objectId: orgId }
            await recordCli(tx, orgId, { ...entry, after: { now_unix: unixSeconds(now) + advanceDays * 86_400 } })
          })
        }
        const stored = await readStoredClock(orgId, sql)
        const now = clock(orgId)
        const toMs = now.getTime() + stored.clock_target_ms - stored.clock_ahead_ms
        const [next] = await findUpcoming(orgId, sql, now)
        print(json, {
          org_id: String(orgId),
          now: now.toISOString(),
          ahead_seconds: Math.floor(stored.clock_ahead_ms / 1000),
          advancing_to: stored.clock_advancing ? new Date(toMs).toISOString() : null,
          next: next ? `${next.kind} ${next.at.toISOString()}` : null,
        })
      }),
    )
}
