import { type Entry, recordAs } from '../../access/audit/record.ts'
import { timeOf } from '../../access/clock-offsets.ts'
import { organisationById } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { organisationClock } from '../../platform/values/clock.ts'

/** A wrong argument: one line, exit code 2. */
export class ArgumentError extends Error {}

export const wholeNumber =
  (name: string, least: number, most: number) =>
  (text: string): number => {
    const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most)) {
      throw new ArgumentError(`${name} must be a whole number from ${least} to ${most}, not ${text}`)
    }
    return value
  }

/** The organisation that `--org` names, once it is known to exist. */
export async function findOrg(sql: Db, org: string): Promise<OrgId> {
  const orgId = /^[0-9]{1,15}$/.test(org) ? await organisationById(sql, Number(org)) : undefined
  if (orgId === undefined) throw new ArgumentError(`there is no organisation ${org}`)
  const [arrival] = await sql`
    select 1 as one
    from organisation_moves
    where org_id = ${orgId}
      and move_state = 'arriving'`
  // Whatever is written here before it has arrived would be in the way of what comes.
  if (arrival) throw new ArgumentError(`organisation ${org} is on its way from another cell: say this there`)
  return orgId
}

/** For people a few aligned lines, for scripts one JSON value. */
export function print(json: boolean | undefined, value: Record<string, unknown>): void {
  const width = Math.max(...Object.keys(value).map((name) => name.length))
  const lines = Object.entries(value).map(([name, item]) => `${name.padEnd(width)}  ${item ?? '-'}`)
  console.log(json ? JSON.stringify(value) : lines.join('\n'))
}

/** What is changed at the command line is in the audit log like everything else. */
export async function recordCli(tx: Tx, orgId: OrgId, entry: Entry): Promise<void> {
  const [time] = await tx<{ now: Date }[]>`select ${timeOf(orgId, tx)} as now`
  const clock = organisationClock(() => time?.now ?? new Date())
  await recordAs(tx, clock, { orgId, kind: 'cli', id: null, requestId: null }, entry)
}
