import { Type } from 'typebox'
import { ApiError } from '../../server/platform/http/errors.ts'
import { Input, Text } from '../../server/platform/http/schema.ts'
import type { Operation } from '../../server/platform/operation.ts'
import { addCustomer } from '../builders/customers.ts'
import { addMember } from '../builders/members.ts'
import type { OperationExample } from '../examples/example.ts'

/** Operations that each break one rule: what the tests of the tests look for. */

const Params = Input({ customer_id: Text(64) })
const Reply = Type.Object({ org_customer_id: Type.String() })
const byId = { params: Params, response: { 200: Reply } }

/** Reads whatever organisation the id belongs to. */
const leaky: Operation = (app, { sql }) =>
  app.get(
    '/v1/planted/leaky/:customer_id',
    { config: { scope: 'customers:read' }, schema: { operationId: 'leaky', ...byId } },
    async ({ params }) => {
      const [row] = await sql<{ org_customer_id: string }[]>`
        select org_customer_id
        from customers
        where org_customer_id = ${params.customer_id}`
      if (!row) throw new ApiError('resource_missing')
      return row
    },
  )

/** Says that nothing was found, and has changed it all the same. */
const meddling: Operation = (app, { sql }) =>
  app.delete(
    '/v1/planted/meddling/:customer_id',
    { config: { scope: 'manage' }, schema: { operationId: 'meddling', ...byId } },
    async ({ orgId, params }) => {
      const [row] = await sql<{ org_id: number; org_customer_id: string }[]>`
        update customers
        set postcode = 'gone'
        where org_customer_id = ${params.customer_id}
        returning org_id, org_customer_id`
      if (row?.org_id !== orgId) throw new ApiError('resource_missing')
      return { org_customer_id: row.org_customer_id }
    },
  )

/** Knows nothing of Idempotency-Key. */
const forgetful: Operation = (app, { sql }) =>
  app.post(
    '/v1/planted/forgetful',
    {
      config: { scope: 'manage' },
      schema: { operationId: 'forgetful', body: Input({ first_name: Text(100) }), response: { 200: Reply } },
    },
    async ({ orgId, body }) => {
      const id = `planted-${crypto.randomUUID()}`
      await sql`
        insert into customers (org_id, org_customer_id, first_name)
        values (${orgId}, ${id}, ${body.first_name})`
      return { org_customer_id: id }
    },
  )

/** Takes any parameter. */
const lax: Operation = (app) =>
  app.get(
    '/v1/planted/lax',
    {
      config: { scope: 'customers:read' },
      schema: { operationId: 'lax', querystring: Type.Object({}), response: { 200: Reply } },
    },
    async () => ({ org_customer_id: 'x' }),
  )

/** Answers past its own schema. */
const lying: Operation = (app) =>
  app.get(
    '/v1/planted/lying',
    { config: { scope: 'customers:read' }, schema: { operationId: 'lying', response: { 200: Reply } } },
    async (_request, reply) =>
      reply
        .type('application/json')
        .serializer(JSON.stringify)
        .send({ org_customer_id: 7, secret: 'x' } as never),
  )

/** Takes the headers off again. */
const bare: Operation = (app) =>
  app.get(
    '/v1/planted/bare',
    { config: { scope: 'customers:read' }, schema: { operationId: 'bare', response: { 200: Reply } } },
    async (_request, reply) => {
      for (const name of ['x-ratelimit-limit', 'request-id', 'cache-control']) reply.removeHeader(name)
      return { org_customer_id: 'x' }
    },
  )

/** Shows the code of a member under another name, where no schema masks it. */
const telling: Operation = (app, { sql }) =>
  app.get(
    '/v1/planted/telling',
    {
      config: { scope: 'members:read' },
      schema: { operationId: 'telling', response: { 200: Type.Object({ note: Type.String() }) } },
    },
    async ({ orgId }) => {
      const [member] = await sql<{ note: string }[]>`
        select barcode as note
        from members
        where org_id = ${orgId}
        limit 1`
      return { note: member?.note ?? '' }
    },
  )

/** Open to everybody. */
const open: Operation = (app) =>
  app.get(
    '/v1/planted/open',
    { config: { scope: 'public' }, schema: { operationId: 'open', response: { 200: Reply } } },
    async () => ({ org_customer_id: 'x' }),
  )

export const faultyOperations: Operation[] = [leaky, meddling, forgetful, lax, lying, bare, telling, open]

const oneCustomer: OperationExample = {
  make: async (house, tenant) => ({
    params: { customer_id: (await addCustomer(house, tenant)).customerId },
    ids: { 'params.customer_id': 'nobody' },
  }),
}

export const faultyExamples: Record<string, OperationExample> = {
  leaky: oneCustomer,
  meddling: oneCustomer,
  forgetful: { make: async () => ({ body: { first_name: 'Ada' }, otherBody: { first_name: 'Ben' } }) },
  lax: {},
  lying: {},
  bare: {},
  telling: {
    make: async (house, tenant) => {
      await addMember(house, tenant)
      return {}
    },
  },
  open: {},
}
