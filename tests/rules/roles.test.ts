import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRole } from '../../server/access/authenticate/admit-staff.ts'
import type { StaffPrincipal } from '../../server/access/principal.ts'
import { isForStaff, rightsByRole, roles, type StaffRole } from '../../server/access/roles.ts'
import type { RouteScope, Scope } from '../../server/access/scopes.ts'
import { addStaff } from '../builders/staff.ts'
import { examples } from '../examples/examples.ts'
import { openHouse } from '../harness/house.ts'
import { type OperationSpec, openapiOf, readOperations, send } from '../harness/operations.ts'
import { readSource } from './source-files.ts'

/** Every operation and every role, by the function that stands in front of every route; and the words about it, held to the program. */

const house = await openHouse()
const operations = readOperations(openapiOf(house)).filter(({ scope }) => scope !== undefined)

const may = (role: StaffRole, { scope = '', method }: OperationSpec): boolean => {
  const principal = { role, scopes: rightsByRole[role].write, readScopes: rightsByRole[role].read }
  try {
    checkRole(principal as unknown as StaffPrincipal, scope as RouteScope, method)
    return true
  } catch {
    return false
  }
}
const idsOf = (role: StaffRole, kind: (operation: OperationSpec) => boolean = () => true) =>
  operations.filter((operation) => kind(operation) && may(role, operation)).map(({ id }) => id)
const isChange = ({ method }: OperationSpec) => method !== 'GET'

test('an owner may do whatever a person may do at all, and no other role may do as much', () => {
  const forStaff = operations.filter(({ scope = '' }) => isForStaff(scope)).map(({ id }) => id)
  assert.deepEqual(idsOf('owner'), forStaff)
  for (const role of roles.filter((other) => other !== 'owner')) assert.ok(idsOf(role).length < forStaff.length, role)
})

test('a reader changes nothing', () => assert.deepEqual(idsOf('reader', isChange), []))

test('keys and the team are the owner’s to change; the payment account the owner’s and finance’s', () => {
  const changedBy = (path: string) =>
    roles.filter(
      (role) => idsOf(role, (operation) => isChange(operation) && operation.path.startsWith(path)).length > 0,
    )
  assert.deepEqual(changedBy('/v1/manage/api_keys'), ['owner'])
  assert.deepEqual(changedBy('/v1/manage/team'), ['owner'])
  assert.deepEqual(changedBy('/v1/manage/payment_account'), ['owner', 'finance'])
  assert.deepEqual(changedBy('/v1/manage/orders/{order_id}/refunds'), ['owner', 'manager', 'box_office', 'finance'])
  assert.deepEqual(changedBy('/v1/manage/devices'), ['owner', 'manager', 'gates'])
  assert.deepEqual(changedBy('/v1/members'), ['owner', 'manager', 'membership'])
})

test('no role sells through a basket, signs on as a fan or scans as a device by a session', () => {
  const others = operations.filter(({ scope = '' }) => !isForStaff(scope))
  assert.deepEqual(new Set(others.map(({ scope }) => scope)), new Set(['baskets:write', 'sso:read', 'gate:scan']))
  for (const role of roles)
    assert.deepEqual(
      others.filter((operation) => may(role, operation)),
      [],
    )
})

/** Through HTTP: of each scope one operation that reads, by every role. */
test('over HTTP every role is let in and kept out as the table says', async () => {
  const club = await house.organisation()
  // What needs another scope besides is refused for that one too.
  const plain = operations.filter((one) => !isChange(one) && examples[one.id]?.besides === undefined)
  const firsts = [...new Map(plain.map((one) => [one.scope, one])).values()]
  for (const role of roles) {
    const { headers } = await addStaff(house, club, { role })
    for (const operation of firsts) {
      const example = (await examples[operation.id]?.make?.(house, club)) ?? {}
      const { status, body } = await send(house, operation, example, { headers })
      const isLetIn = body.error?.code !== 'scope_missing'
      assert.equal(isLetIn, may(role, operation), `${role} ${operation.id} is answered with ${status}`)
    }
  }
})

test('SECURITY.md has the table of roles', async () => {
  const page = await readSource('SECURITY.md')
  const letter = (role: StaffRole, scope: Scope) => {
    const { read, write } = rightsByRole[role]
    if (!read.has(scope)) return '–'
    return write.has(scope) && !scope.endsWith(':read') ? 'all' : 'reads'
  }
  const scopes = [...rightsByRole.owner.read]
  const rows = scopes.map((scope) => `| \`${scope}\` | ${roles.map((role) => letter(role, scope)).join(' | ')} |`)
  const missing = rows.filter((row) => !page.includes(row))
  assert.deepEqual(missing, [])
})

test('no operation asks for the umbrella: each names the scope that a till or a role can have without the rest', () => {
  assert.deepEqual(
    operations.filter(({ scope }) => scope === 'manage').map(({ id }) => id),
    [],
  )
})
