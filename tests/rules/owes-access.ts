import { mintKey } from '../../server/access/api-keys/key-format.ts'
import { isManagement, opened, type Scope, scopes, scopesOfKind } from '../../server/access/scopes.ts'
import { addStaff } from '../builders/staff.ts'
import type { Call } from '../harness/house.ts'
import { send } from '../harness/operations.ts'
import {
  keptExample,
  newAddress,
  type Owing,
  ownExample,
  type Rule,
  refusalFindings,
  successFindings,
  tenantsOf,
} from './owed.ts'
import { changedBy } from './tenant-rows.ts'

/** Without a key, or with something that is none: 401, and the caller is told how to do it. */
export const needsKey: Rule = async (owing) => {
  const { house, operation } = owing
  const example = await keptExample(owing)
  const cases: [label: string, call: Call, code: string][] = [
    ['no key', {}, 'api_key_missing'],
    ['a key of the wrong form', { key: 'gs_sk_live_nonsense' }, 'api_key_invalid'],
    ['a key with a typing error', { key: mintKey('sk', 'live').replace(/.$/, '!') }, 'api_key_invalid'],
    ['an unknown key', { key: mintKey('sk', 'live') }, 'api_key_invalid'],
    ['another scheme', { headers: { authorization: 'Basic Z3M6c2s=' } }, 'api_key_invalid'],
  ]
  const findings: string[] = []
  for (const [label, call, code] of cases) {
    const answer = await send(house, operation, example, { ...call, remoteAddress: newAddress() })
    findings.push(...refusalFindings(answer, { status: 401, code }, label))
    if (answer.headers['www-authenticate'] !== 'Bearer') findings.push(`${label}: WWW-Authenticate is not sent`)
  }
  return findings
}

/** Its scope is what opens it: that one is enough, or the umbrella over it, and all others together are not. */
export const needsScope: Rule = async (owing) => {
  const scope = owing.operation.scope as Scope
  const kind = scope === 'gate:scan' ? 'gk' : 'sk'
  const others = (Object.keys(scopes) as Scope[]).filter((other) => !opened([other]).has(scope))
  const { publishable = false, besides = [] } = owing.entry
  return [
    ...(await opens(owing, 'a key with its scope alone', { kind, scopes: [scope, ...besides] })),
    ...(isManagement(scope)
      ? await opens(owing, 'a key with manage alone', { kind, scopes: ['manage', ...besides] })
      : []),
    ...(await staysShut(owing, 'a key with every scope but its own', { kind, scopes: others })),
    ...(publishable
      ? await opens(owing, 'a publishable key', { kind: 'pk', scopes: [...scopesOfKind.pk] })
      : await staysShut(owing, 'a publishable key', { kind: 'pk', scopes: [...scopesOfKind.pk, scope] })),
    ...(kind === 'gk' ? [] : await staysShut(owing, 'a gate key', { kind: 'gk', scopes: [...scopesOfKind.gk] })),
  ]
}

/** A person does by a cookie what software does by a key. */
export const opensToOwner: Rule = async (owing) => {
  const { house, operation } = owing
  const { own: tenant } = await tenantsOf(house, operation)
  const { headers } = await addStaff(house, tenant)
  const answer = await send(house, operation, await ownExample(owing), { headers })
  return successFindings(answer, operation, 'by the session of an owner')
}

/** A stranger at a desk that was left open is asked who they are, where the description says so, and nowhere else. */
export const asksForProof: Rule = async (owing) => {
  const { house, operation } = owing
  const { own: tenant } = await tenantsOf(house, operation)
  const { headers, sessionId } = await addStaff(house, tenant)
  await house.sql`
    update staff_sessions
    set proved_at = ${new Date(0)}
    where session_id = ${sessionId}`
  const answer = await send(house, operation, await ownExample(owing), { headers })
  const isAsked = answer.body.error?.code === 'proof_required'
  if (operation.proof === 'sometimes' || isAsked === (operation.proof === 'always')) return []
  return [
    `an old proof: is answered with ${answer.status}, the description says ${operation.proof ?? 'none is needed'}`,
  ]
}

type Door = { kind: 'sk' | 'pk' | 'gk'; scopes: Scope[] }

async function opens(owing: Owing, label: string, door: Door): Promise<string[]> {
  const { house, operation } = owing
  const { own: tenant } = await tenantsOf(house, operation)
  const example = await ownExample(owing)
  const answer = await send(house, operation, example, { key: await house.key(tenant.orgId, door) })
  return successFindings(answer, operation, label)
}

async function staysShut(owing: Owing, label: string, door: Door): Promise<string[]> {
  const { house, operation } = owing
  const { own: tenant } = await tenantsOf(house, operation)
  const example = await keptExample(owing)
  const key = await house.key(tenant.orgId, door)
  const findings: string[] = []
  const changed = await changedBy(operation, house.sql, tenant.orgId, async () => {
    const answer = await send(house, operation, example, { key })
    findings.push(...refusalFindings(answer, { status: 403, code: 'scope_missing' }, label))
  })
  return [...findings, ...changed.map((table) => `${label}: changed ${table}`)]
}
