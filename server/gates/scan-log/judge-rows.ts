import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Problem } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { isLetThrough } from '../rules/facts.ts'
import { barcodesOf, nameProblem, unknownHolder } from '../scans/named-holders.ts'
import type { UploadedScan } from './upload-body.ts'

export const RefusedRow = Type.Object(
  {
    index: Type.Integer({ description: 'its place in `scans` of the upload, from 0' }),
    nonce: Nullable(Type.String({ description: 'null where the nonce itself is refused' })),
    code: Type.String({ description: 'of the error' }),
    param: Type.String(),
    message: Type.String(),
  },
  { title: 'RefusedRow' },
)

/** A scan that can be in the log, with the barcode that was read or that its holder has. */
export type AcceptedRow = { scan: UploadedScan; barcode: string }

/** Divides the rows of an upload into those that can be in the log and those that are refused, each with its problem. */
export async function judgeRows(orgId: OrgId, tx: Tx, scans: UploadedScan[], malformed: ReadonlyMap<number, Problem>) {
  const formed = scans.map((scan, index) => (malformed.has(index) ? undefined : scan))
  const readable = formed.filter((scan) => scan !== undefined)
  const known = await findEventsAndGates(orgId, tx, readable)
  const barcodes = new Map<UploadedScan, string | undefined>()
  const named = await barcodesOf(orgId, tx, readable)
  for (const [index, scan] of readable.entries()) barcodes.set(scan, named[index])
  const accepted: AcceptedRow[] = []
  const refused = formed.flatMap((scan, index) => {
    const at = (field: string) => `scans[${index}][${field}]`
    const barcode = scan && barcodes.get(scan)
    const problem = scan ? problemOf(scan, at, known) : malformed.get(index)
    if (scan && !problem && barcode !== undefined) {
      accepted.push({ scan, barcode })
      return []
    }
    const refusal = problem ?? (scan && unknownHolder(scan, at))
    if (!refusal) throw new Error(`row ${index} is neither accepted nor refused`)
    const { code, param, message } = refusal
    return [{ index, nonce: param === at('nonce') ? null : nonceOf(scans[index]), code, param, message }]
  })
  return { accepted, refused }
}

/** A row whose form is wrong may have anything in this place, or may not be an object. */
function nonceOf(row: unknown): string | null {
  const { nonce } = (row ?? {}) as { nonce?: unknown }
  return typeof nonce === 'string' ? nonce : null
}

type Known = { event_id: ReadonlySet<number>; gate_id: ReadonlySet<number> }
type At = (field: string) => string

function problemOf(scan: UploadedScan, at: At, known: Known): Problem | undefined {
  const impossibility = impossibilityOf(scan)
  if (impossibility) {
    const param = at(impossibility.field)
    return { param, code: 'parameter_invalid', message: `${param} ${impossibility.message}` }
  }
  const unnamed = nameProblem(scan, at)
  if (unnamed) return unnamed
  const missing = (['event_id', 'gate_id'] as const).find((name) => !known[name].has(scan[name]))
  if (missing === undefined) return undefined
  const param = at(missing)
  return { param, code: 'resource_missing', message: `${param} names nothing that exists.` }
}

/** A fan is not admitted on the way out, and does not leave on the way in. */
function impossibilityOf({ direction, result, passage, followers }: UploadedScan) {
  if (result === (direction === 'entry' ? 'exit' : 'admitted'))
    return { field: 'result', message: 'does not go with the direction.' }
  if (passage !== undefined && !isLetThrough(result))
    return { field: 'passage', message: 'goes with a scan that was let through.' }
  if (passage === undefined && followers !== undefined) return { field: 'followers', message: 'goes with a passage.' }
  return undefined
}

/** Events and gates are archived and never deleted, so that one that does not exist was never the organisation's. */
async function findEventsAndGates(orgId: OrgId, tx: Tx, scans: UploadedScan[]): Promise<Known> {
  const events = await tx<{ id: number }[]>`
    select event_id as id
    from events
    where org_id = ${orgId}
      and event_id = any (${scans.map(({ event_id }) => event_id)}::bigint[])`
  const gates = await tx<{ id: number }[]>`
    select gate_id as id
    from gates
    where org_id = ${orgId}
      and gate_id = any (${scans.map(({ gate_id }) => gate_id)}::bigint[])`
  return { event_id: new Set(events.map(({ id }) => id)), gate_id: new Set(gates.map(({ id }) => id)) }
}
