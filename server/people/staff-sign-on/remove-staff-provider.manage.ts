import { Type } from 'typebox'
import { requireRole } from '../../access/api-keys/grant.ts'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { OneOf } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findStaffProvider, toStaffProvider } from './staff-provider.ts'

export const StaffProviderRemoved = Type.Object({ status: OneOf(['removed']) }, { title: 'StaffProviderRemoved' })

export const removeStaffProvider: Operation = (app, deps) =>
  app.delete(
    '/v1/manage/staff_provider',
    {
      config: { scope: 'team:manage', needsProof: true, effects: ['access'] },
      schema: {
        operationId: 'removeStaffProvider',
        summary: 'Have staff sign in by password and passkey only',
        description:
          'Everybody who came by the provider is signed out within five seconds. They stay in the team: those without an account of their own are invited again.',
        tags: ['Team'],
        response: { 200: StaffProviderRemoved },
      },
    },
    (request, reply) => {
      const { orgId, principal } = request
      requireRole(principal, 'owner')
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const before = await findStaffProvider(orgId, tx)
        if (!before) throw new ApiError('resource_missing')
        await tx`
          delete from staff_providers
          where org_id = ${orgId}`
        await forgetIdentities(orgId, tx, deps.clock(orgId))
        await record(tx, deps.clock, request, {
          action: 'staff_provider.removed',
          objectType: 'staff_provider',
          objectId: orgId,
          before: toStaffProvider(orgId, deps.publicUrl, before),
        })
        return { status: 'removed' as const }
      })
    },
  )

/** Who staff were at a provider says nothing at another, nor once there is none. */
export async function forgetIdentities(orgId: OrgId, tx: Tx, now: Date): Promise<void> {
  await tx`
    update staff_members
    set issuer = null, subject = null, changed_at = ${now}
    where org_id = ${orgId}
      and issuer is not null`
}
