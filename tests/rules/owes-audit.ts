import { send } from '../harness/operations.ts'
import { makeExample, type Rule, successFindings, tenantsOf } from './owed.ts'

/** Whatever staff change is in the audit log: who, what, and by which request. */
export const leavesAudit: Rule = async ({ house, operation, entry }) => {
  const { own: tenant } = await tenantsOf(house, operation)
  const example = await makeExample(house, tenant, entry)
  const answer = await send(house, operation, example, { key: tenant.key })
  const failed = successFindings(answer, operation, 'the request')
  if (failed.length > 0) return failed
  const rows = await house.sql<{ actor_kind: string; action: string }[]>`
    select actor_kind, action
    from audit_log
    where org_id = ${tenant.orgId}
      and request_id = ${answer.headers['request-id'] ?? ''}`
  if (rows.length === 0) return ['leaves no audit row under its request id']
  return rows
    .filter(({ actor_kind }) => actor_kind !== 'api_key')
    .map(({ action }) => `${action} names no key as actor`)
}
