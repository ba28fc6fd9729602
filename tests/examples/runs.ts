import { RunItemRow } from '../../server/collection/runs/list-run-items.manage.ts'
import { TagCountRow } from '../../server/collection/runs/list-tags.manage.ts'
import { RunRow } from '../../server/collection/runs/run.ts'
import { addCustomer } from '../builders/customers.ts'
import { NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const start = async (house: House, { key }: Tenant, ids: number[]): Promise<number> => {
  const body = { object_type: 'customers', action: 'tag', tag: 'press', ids }
  return (await house.call('POST', '/v1/manage/runs', { key, body })).body.run_id
}

const people = async (house: House, tenant: Tenant) => [
  (await addCustomer(house, tenant)).userId,
  (await addCustomer(house, tenant)).userId,
]

/** A request about a tag of a customer who has these. */
const tagged = (tags: string, tag: string, other: string): OperationExample => ({
  besides: ['customers:manage'],
  make: async (house, tenant) => {
    const { userId } = await addCustomer(house, tenant)
    await house.sql`update customers set tags = ${tags} where org_id = ${tenant.orgId} and user_id = ${userId}`
    const body = { object_type: 'customers', object_id: userId }
    return { body: { ...body, tag }, otherBody: { ...body, tag: other }, ids: { 'body.object_id': NOTHING } }
  },
})

/** Of customers, whom its caller must be let change too. */
const besides = { rows: [RunRow], besides: ['customers:manage'] } satisfies OperationExample

export const runExamples: Record<string, OperationExample> = {
  createRun: {
    ...besides,
    make: async (house, tenant) => {
      const [one = 0, two = 0] = await people(house, tenant)
      const body = { object_type: 'customers', action: 'tag', tag: 'press' }
      return {
        body: { ...body, ids: [one] },
        otherBody: { ...body, ids: [two] },
        ids: { 'body.ids.0': NOTHING },
      }
    },
  },
  listRuns: {
    ...besides,
    make: async (house, tenant) => {
      const ids = await people(house, tenant)
      await start(house, tenant, ids)
      await start(house, tenant, ids)
      const first = await house.call('GET', '/v1/manage/runs?limit=1', { key: tenant.key })
      const filters = { limit: 1, object_type: 'customers', run_status: 'running' }
      return { filters: { ...filters, cursor: first.body.next_cursor }, together: filters }
    },
  },
  startRun: {
    ...besides,
    make: async (house, tenant) => {
      const run_id = await start(house, tenant, await people(house, tenant))
      await house.sql`update runs set run_status = 'ready' where org_id = ${tenant.orgId} and run_id = ${run_id}`
      return { params: { run_id }, ids: { 'params.run_id': NOTHING } }
    },
  },
  retrieveRun: {
    ...besides,
    make: async (house, tenant) => ({
      params: { run_id: await start(house, tenant, await people(house, tenant)) },
      ids: { 'params.run_id': NOTHING },
    }),
  },
  listRunItems: {
    ...besides,
    rows: [RunRow, RunItemRow],
    make: async (house, tenant) => {
      const run_id = await start(house, tenant, await people(house, tenant))
      const first = await house.call('GET', `/v1/manage/runs/${run_id}/items?limit=1`, { key: tenant.key })
      const filters = { limit: 1, outcome: 'waiting' }
      return {
        params: { run_id },
        ids: { 'params.run_id': NOTHING },
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
      }
    },
  },
  stopRun: {
    ...besides,
    make: async (house, tenant) => ({
      params: { run_id: await start(house, tenant, await people(house, tenant)) },
      ids: { 'params.run_id': NOTHING },
    }),
  },
  addTag: tagged('{}', 'press', 'stand'),
  removeTag: tagged('{press,stand}', 'press', 'stand'),
  listTags: {
    ...besides,
    rows: [TagCountRow],
    make: async (house, tenant) => {
      const { userId } = await addCustomer(house, tenant)
      await house.sql`update customers set tags = '{press}' where org_id = ${tenant.orgId} and user_id = ${userId}`
      return { query: { object_type: 'customers' } }
    },
  },
}
