import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Fault } from './debt-faults-fixture.ts'

/** As by a hand that does not ask the database's rules. */
const unruled = async (tx: Tx, table: string, change: () => Promise<unknown>) => {
  await tx`alter table ${tx(table)} disable trigger user`
  await change()
  await tx`alter table ${tx(table)} enable trigger user`
}

export const tillFaults = (orgId: OrgId): Record<string, Fault> => ({
  'a counter that has drawn a number for nothing': {
    of: 'numbers of counters',
    plant: (tx) => tx`update counters set last_close = last_close + 1 where org_id = ${orgId} and last_close > 0`,
    said: ['counter closes', 'counter last_close'],
  },
  'a close that says less was expected': {
    of: 'closes of tills',
    plant: (tx) =>
      unruled(
        tx,
        'till_closes',
        () => tx`update till_closes set expected_minor = expected_minor - 1 where org_id = ${orgId}`,
      ),
    said: ['till_close expected_minor'],
  },
})
