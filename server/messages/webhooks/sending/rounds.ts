import type { OrgId } from '../../../access/principal.ts'
import { ORGANISATIONS_AT_ONCE } from '../number-messages.ts'

/** Those that have something to do, of the organisations after one, in the order of their ids. */
type Find = (after: number) => Promise<OrgId[]>
/** Does some of it; says whether there is more. */
type Work = (orgId: OrgId) => Promise<boolean>

/**
 * Round and round through the organisations, some at a time, so that a hundred of them that never rest leave the others their
 * turn. Says whether there is more.
 */
export function createRounds(find: Find, work: Work): () => Promise<boolean> {
  let doneTo = 0
  return async () => {
    const orgIds = await find(doneTo)
    let more = orgIds.length === ORGANISATIONS_AT_ONCE
    doneTo = more ? (orgIds.at(-1) ?? 0) : 0
    for (const orgId of orgIds) more = (await work(orgId)) || more
    return more
  }
}
