import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { ChangeContext } from '../../resources/change-row.ts'

export const DeviceBody = Input({
  name: Text(100),
  gate_ids: Type.Optional(
    Nullable(Type.Array(Id(), { maxItems: 200, description: 'gates that it may scan at; null or none: every gate' })),
  ),
})

/** An id that is sent twice counts once; one that is no gate of the organisation is refused. */
export async function bindGates(
  { orgId, tx, clock }: ChangeContext,
  deviceId: number,
  gateIds: number[],
): Promise<void> {
  await tx`
    delete from device_gates
    where org_id = ${orgId}
      and device_id = ${deviceId}`
  const { count } = await tx`
    insert into device_gates (org_id, device_id, gate_id, created_at)
    select org_id, ${deviceId}, gate_id, ${clock(orgId)}
    from gates
    where org_id = ${orgId}
      and gate_id = any (${gateIds}::bigint[])`
  if (count === new Set(gateIds).size) return
  const message = 'gate_ids names a gate that does not exist.'
  throw new ApiError('resource_missing', { param: 'gate_ids', message })
}
