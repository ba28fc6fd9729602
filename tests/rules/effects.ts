import type { Effect } from '../../server/access/authenticate/effects.ts'
import { isForStaff } from '../../server/access/roles.ts'
import { addStaff } from '../builders/staff.ts'
import type { OperationExample } from '../examples/example.ts'
import type { House } from '../harness/house.ts'
import { isWrite, type OperationSpec, send } from '../harness/operations.ts'
import { makeExample } from './owed.ts'
import { changedBy } from './tenant-rows.ts'

/** A change of these tables is an effect: one of these has to be declared by the operation that makes it. */
const EFFECTS_OF_TABLE: Record<string, readonly Effect[]> = {
  refunds: ['money_out', 'owed_less'],
  refund_runs: ['money_out'],
  credit_entries: ['money_out', 'owed_less'],
  settlements: ['money_out', 'owed_less'],
  debt_releases: ['money_out', 'owed_less'],
  mail_settings: ['words_out'],
  api_keys: ['access'],
  staff: ['access'],
  staff_providers: ['access'],
  sso_providers: ['access'],
}

/** Operations that change such a table and ask for no proof, each with the reason. The list may only shrink. */
export const WITHOUT_PROOF: Record<string, string> = {
  bookBankLine: 'the line came by importBankStatement, which asks for a proof',
  reverseDebt: 'more is owed after it',
}

/** Where an operation of staff changes a table of an effect that it does not declare. */
export async function effectFindings(
  house: House,
  operation: OperationSpec,
  entry: OperationExample,
): Promise<string[]> {
  const { id, scope = '', effects = [] } = operation
  if (!isWrite(operation) || !isForStaff(scope)) return []
  const tenant = await house.organisation()
  const example = await makeExample(house, tenant, entry)
  const { headers } = await addStaff(house, tenant)
  const changed = await changedBy(operation, house.sql, tenant.orgId, () =>
    send(house, operation, example, { headers }),
  )
  return changed
    .filter((table) => EFFECTS_OF_TABLE[table] && !EFFECTS_OF_TABLE[table].some((effect) => effects.includes(effect)))
    .map((table) => `${id} changes ${table} and declares none of ${EFFECTS_OF_TABLE[table]}`)
}
