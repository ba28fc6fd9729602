import type { Db } from './database.ts'
import type { Fragment } from './sql.ts'

/**
 * One row, from the node of a cluster that has the organisation's rows. What a statement does beside it is done there, whichever
 * node it was sent to:
 *
 *     select pg_advisory_xact_lock(…) from ${atShard(tx, orgId)}
 *
 * An advisory lock is one node's. Those of an organisation are all taken in this way, so that all who want the same one meet there.
 * On a PostgreSQL by itself it is an index of no rows that is looked into.
 */
export const atShard = (sql: Db, orgId: number): Fragment => sql`
  (
    select count(*)
    from organisation_anchors
    where org_id = ${orgId}
  ) as shard`
