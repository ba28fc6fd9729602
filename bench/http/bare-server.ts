import Fastify from 'fastify'
import { orgIdOf } from '../../server/access/principal.ts'
import { Customer, toCustomer } from '../../server/people/customers/customer.ts'
import { findCustomer } from '../../server/people/customers/retrieve-customer.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'

// The limit that `npm run bench -- http` measures against: one route, the same driver, query and serialiser, nothing else.
const [port, org] = process.argv.slice(2)
const sql = openDatabase(process.env.DATABASE_URL ?? '')
const orgId = orgIdOf(Number(org))
const app = Fastify()
app.get<{ Params: { customer_id: string } }>(
  '/v1/customers/:customer_id',
  { schema: { response: { 200: Customer } } },
  async ({ params }, reply) => {
    const [row] = await findCustomer(orgId, sql, params.customer_id)
    return row ? toCustomer(row) : reply.code(404).send()
  },
)
await app.listen({ port: Number(port), host: '127.0.0.1' })
console.log('ready')
process.on('SIGTERM', () => process.exit(0))
