import { ApiError } from '../../platform/http/errors.ts'
import { audit, type ChangeContext } from '../../resources/change-row.ts'
import { findItem } from '../../resources/resource.ts'
import { instalments } from '../instalments/instalment.ts'
import { type LockedDebt, lockDebts } from '../ledger/lock-debts.ts'

export async function lockInstalment({ orgId, tx }: ChangeContext, instalmentId: number): Promise<LockedDebt> {
  const [debt] = await lockDebts(orgId, tx, [instalmentId])
  if (debt?.kind !== 'instalment') throw new ApiError('resource_missing')
  return debt
}

/** The instalment as it is now, with its line in the audit log. */
export async function instalmentAfter(at: ChangeContext, { debt_id, debt_status }: LockedDebt, action: string) {
  const instalment = await findItem(instalments, at.orgId, at.tx, debt_id, at.clock(at.orgId))
  if (!instalment) throw new Error('an instalment was lost while it was changed')
  await audit(instalments, at, debt_id, action, { before: { status: debt_status }, after: instalment })
  return instalment
}
