import type { Actor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { RefundDeps } from '../../ledger/refunds/carry-out-refund.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { RunDetails } from './run-details.ts'

/** What one object of a run is done by: in this transaction, in the name of the caller who asked for the run. */
export type ItemContext = RefundDeps & {
  orgId: OrgId
  tx: Tx
  actor: Actor
  runId: number
  action: string
  details: RunDetails
}

/** A refusal is thrown, and makes the item a failed one. `after` follows the commit; where it is lost, another worker makes up for it. */
export type ItemResult = { outcome: 'done'; after?: () => Promise<void> } | { outcome: 'skipped'; reason: string }
