import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Id, Input } from '../../server/platform/http/schema.ts'
import { change } from '../../server/platform/idempotency/idempotency.ts'
import type { Operation } from '../../server/platform/operation.ts'
import { addInstalments } from '../builders/instalments.ts'
import type { OperationExample } from '../examples/example.ts'
import { examples } from '../examples/examples.ts'
import { openHouse } from '../harness/house.ts'
import { openapiOf, readOperations } from '../harness/operations.ts'
import { effectFindings, WITHOUT_PROOF } from './effects.ts'

/** Writes a debt off by a second way, without a proof. */
const planted: Operation = (app, deps) =>
  app.post(
    '/v1/manage/planted/debts/:debt_id',
    {
      config: { scope: 'debts:manage' },
      schema: { operationId: 'plantedDebt', params: Input({ debt_id: Id() }), response: { 200: Input({}) } },
    },
    (request, reply) =>
      change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
        await tx`
          insert into debt_releases (org_id, debt_id, kind, amount_minor, reason, created_at)
          values (${request.orgId}, ${request.params.debt_id}, 'waived', 1, 'planted', now())`
        return {}
      }),
  )
const plantedExample: OperationExample = {
  make: async (house, tenant) => ({ params: { debt_id: (await addInstalments(house, tenant, 1)).ids[0] ?? 0 } }),
}

const house = await openHouse({ extraOperations: [planted] })
const operations = readOperations(openapiOf(house))
const isOfDebts = (scope = '') => scope === 'debts:manage'

test('an operation about debts that lowers what is owed declares it', async () => {
  const findings: string[] = []
  for (const operation of operations.filter(({ scope, id }) => isOfDebts(scope) && id !== 'plantedDebt')) {
    const entry = examples[operation.id]
    if (entry && !Object.hasOwn(WITHOUT_PROOF, operation.id))
      findings.push(...(await effectFindings(house, operation, entry)))
  }
  assert.deepEqual(findings, [])
})

test('is caught: a second way to write a debt off that declares nothing', async () => {
  const operation = operations.find(({ id }) => id === 'plantedDebt') ?? assert.fail('nothing is planted')
  assert.deepEqual(await effectFindings(house, operation, plantedExample), [
    'plantedDebt changes debt_releases and declares none of money_out,owed_less',
  ])
})

test('an effect without a proof does not register, nor a proof that says no effect', async () => {
  const route =
    (config: object): Operation =>
    (app) =>
      app.post(
        '/v1/planted/effect',
        { config: { scope: 'debts:manage', ...config }, schema: { response: { 200: Input({}) } } },
        async () => ({}),
      )
  await assert.rejects(
    openHouse({ extraOperations: [route({ effects: ['owed_less'] })] }),
    /has an effect and asks for no proof/,
  )
  await assert.rejects(
    openHouse({ extraOperations: [route({ needsProof: true })] }),
    /asks for a proof and names no effect/,
  )
})
