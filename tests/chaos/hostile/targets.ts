import { mintKey } from '../../../server/access/api-keys/key-format.ts'
import { type Scope, scopesOfKind } from '../../../server/access/scopes.ts'
import type { OpenApi } from '../../../server/platform/openapi/openapi-types.ts'
import { examples } from '../../examples/examples.ts'
import type { House } from '../../harness/house.ts'
import { type OperationSpec, readOperations } from '../../harness/operations.ts'
import type { Target } from '../../hostile/requests.ts'
import { makeExample, newTenant } from '../../rules/owed.ts'
import { chosen, type Random } from '../on-sale/random.ts'

/** All callers: each name with a key, or with none. */
export type Callers = Record<string, string | undefined>
export type AttackedOperation = Target & { callers: Callers }

/**
 * Every operation of the document, each with an organisation of its own, a request that succeeds there, and callers of every
 * kind. `without` are those whose request could not be made from outside; they are attacked all the same.
 */
export async function makeTargets(house: House, document: OpenApi, random: Random) {
  const targets: AttackedOperation[] = []
  const without: string[] = []
  const stranger = await house.organisation()
  for (const operation of readOperations(document)) {
    const tenant = await newTenant(house, operation)
    const entry = examples[operation.id]
    const example = await makeExample(house, tenant, entry ?? {}).catch(() => {
      without.push(operation.id)
      return {}
    })
    const callers = await callersOf(house, operation, tenant, random)
    targets.push({ operation, example, key: tenant.key, callers: { ...callers, 'another organisation': stranger.key } })
  }
  return { targets, without }
}

async function callersOf(
  house: House,
  { scope }: OperationSpec,
  { orgId, key }: { orgId: Parameters<House['key']>[0]; key: string },
  random: Random,
): Promise<Callers> {
  const narrow = scopesOfKind.sk.find((candidate) => candidate === scope)
  const other = chosen<Scope>(
    random,
    scopesOfKind.sk.map((name) => [name, 1]),
  )
  return {
    right: key,
    'right, with nothing else': narrow ? await house.key(orgId, { scopes: [narrow] }) : key,
    secret: await house.key(orgId),
    'secret, of one scope': await house.key(orgId, { scopes: [other] }),
    publishable: await house.key(orgId, { kind: 'pk' }),
    gate: await house.key(orgId, { kind: 'gk' }),
    expired: await house.key(orgId, { expiresAt: new Date(0) }),
    unknown: mintKey('sk', 'test'),
    malformed: `${mintKey('sk', 'live').slice(0, -1)}!`,
    none: undefined,
  }
}

/** Mostly a caller who gets in: one who is refused at the door sees nothing of what is behind it. */
export const callerOf = ({ callers }: AttackedOperation, random: Random): string =>
  chosen(
    random,
    Object.keys(callers).map((name) => [name, name === 'right' ? 12 : 1]),
  )
