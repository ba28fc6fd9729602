import { isStaff, type OrgId, type Principal } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** Somebody who is signed in proves again that it is them before more goes back than the organisation lets pass. */
export async function requireRefundProof(
  orgId: OrgId,
  tx: Tx,
  { sessions }: SessionDeps,
  principal: Principal,
  amountMinor: number,
): Promise<void> {
  if (!isStaff(principal)) return
  const [organisation] = await tx<{ refund_proof_minor: number }[]>`
    select refund_proof_minor
    from organisations
    where org_id = ${orgId}`
  if (amountMinor > (organisation?.refund_proof_minor ?? 0)) await sessions.requireProof(principal)
}
