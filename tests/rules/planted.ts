import { Type } from 'typebox'
import { ApiError } from '../../server/platform/http/errors.ts'
import { Input, Nullable, OneOf, Text } from '../../server/platform/http/schema.ts'
import { change } from '../../server/platform/idempotency/idempotency.ts'
import type { Operation } from '../../server/platform/operation.ts'
import { addCustomer } from '../builders/customers.ts'
import type { OperationExample } from '../examples/example.ts'

/** Two operations that keep every rule: proof that the rules can be kept by a write, and something to send bodies to. */

const Params = Input({ customer_id: Text(64) })
const Reply = Type.Object({ org_customer_id: Type.String(), postcode: Nullable(Type.String()) })
const NewCustomer = Input({
  org_customer_id: Text(64),
  postcode: Type.Optional(Nullable(Text(20))),
  marketing_emails: Type.Optional(Type.Boolean()),
  joined: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_000_000_000 })),
  spent: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
  kind: OneOf(['fan', 'member'], { default: 'fan' }),
  friends: Type.Optional(
    Type.Array(Input({ name: Text(100), tags: Type.Optional(Type.Array(Text(20), { maxItems: 5 })) }), {
      maxItems: 500,
    }),
  ),
})

export const PlantedRow = Type.Object({ org_customer_id: Type.String(), postcode: Nullable(Type.String()) })
type PlantedRow = Type.Static<typeof PlantedRow>

const createPlanted: Operation = (app, { sql, systemClock, seal }) =>
  app.post(
    '/v1/planted/customers',
    {
      config: { scope: 'manage' },
      schema: { operationId: 'createPlanted', body: NewCustomer, response: { 201: Reply } },
    },
    async (request, reply) => {
      const { orgId, body } = request
      reply.code(201)
      return change({ orgId, sql, systemClock, seal, request, reply }, async (tx) => {
        const [row] = await tx<PlantedRow[]>`
          insert into customers (org_id, org_customer_id, postcode, marketing_emails)
          values (${orgId}, ${body.org_customer_id}, ${body.postcode ?? null}, ${body.marketing_emails ?? false})
          on conflict (org_id, org_customer_id) do nothing
          returning org_customer_id, postcode`
        if (!row) throw new ApiError('state_conflict')
        return row
      })
    },
  )

const movePlanted: Operation = (app, { sql, systemClock, seal }) =>
  app.put(
    '/v1/planted/customers/:customer_id',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'movePlanted',
        params: Params,
        body: Input({ postcode: Nullable(Text(20)) }),
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      return change({ orgId, sql, systemClock, seal, request, reply }, async (tx) => {
        const [row] = await tx<PlantedRow[]>`
          update customers
          set postcode = ${body.postcode}
          where org_id = ${orgId}
            and org_customer_id = ${params.customer_id}
          returning org_customer_id, postcode`
        if (!row) throw new ApiError('resource_missing')
        return row
      })
    },
  )

export const plantedOperations: Operation[] = [createPlanted, movePlanted]

export const plantedExamples: Record<string, OperationExample> = {
  createPlanted: {
    rows: [PlantedRow],
    make: async () => {
      const body = {
        org_customer_id: `planted-${crypto.randomUUID()}`,
        postcode: null,
        marketing_emails: true,
        joined: 1_700_000_000,
        spent: 12.5,
        friends: [{ name: 'Zoë & Co', tags: ['a=b', 'c'] }, { name: 'Ben' }],
      }
      return { body, otherBody: { ...body, postcode: '2000' }, notIds: ['body.org_customer_id'] }
    },
  },
  movePlanted: {
    rows: [PlantedRow],
    make: async (house, tenant) => ({
      params: { customer_id: (await addCustomer(house, tenant)).customerId },
      body: { postcode: '2000' },
      otherBody: { postcode: null },
      ids: { 'params.customer_id': 'nobody' },
    }),
  },
}
