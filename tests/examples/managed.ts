import type { TObject } from 'typebox'
import { NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'

export type ManagedResource = {
  /** As in `createVenue` and `listVenues`. */
  one: string
  many: string
  /** As in `retrieveManagedPrice`, where that differs. */
  read?: { one: string; many: string }
  /** Name of the id in the path. */
  id: string
  row?: TObject
  /** Row types of what a change reads besides, for the message that it raises. */
  rowsOfChange?: TObject[]
  /** Path of the list, from the ids in it. */
  listPath: (params: Record<string, number>) => string
  /** The ids in the path of the list, where it lies inside another object. */
  parent?: (house: House, tenant: Tenant) => Promise<Record<string, number>>
  /** Adds one and returns its id. */
  add: (house: House, tenant: Tenant, parent: Record<string, number>) => Promise<number>
  /** What is sent to create one, with the ids in it. */
  create: (house: House, tenant: Tenant, parent: Record<string, number>) => Promise<Example>
  change: { body: Record<string, unknown>; otherBody: Record<string, unknown> }
}

/** The five operations that the objects under /v1/manage have in common. */
export function managed(resource: ManagedResource): Record<string, OperationExample> {
  const { one, many, read = { one, many }, id, add } = resource
  const ownRow = resource.row ? [resource.row] : []
  const rows = { rows: ownRow }
  const changing = { rows: [...ownRow, ...(resource.rowsOfChange ?? [])] }
  const parentOf = (house: House, tenant: Tenant) => resource.parent?.(house, tenant) ?? Promise.resolve({})
  const single = async (house: House, tenant: Tenant): Promise<Example> => ({
    params: { [id]: await add(house, tenant, await parentOf(house, tenant)) },
    ids: { [`params.${id}`]: NOTHING },
  })
  return {
    [`list${read.many}`]: {
      ...rows,
      make: async (house, tenant) => {
        const params = await parentOf(house, tenant)
        for (let n = 0; n < 2; n += 1) await add(house, tenant, params)
        const first = await house.call('GET', `${resource.listPath(params)}?limit=1`, { key: tenant.key })
        return { params, filters: { limit: 1, cursor: first.body.next_cursor }, ids: missingIn(params) }
      },
    },
    [`create${one}`]: {
      ...changing,
      make: async (house, tenant) => {
        const params = await parentOf(house, tenant)
        const { ids = {}, ...example } = await resource.create(house, tenant, params)
        return { params, ...example, ids: { ...missingIn(params), ...ids } }
      },
    },
    [`retrieve${read.one}`]: { ...rows, make: single },
    [`change${one}`]: {
      ...changing,
      make: async (house, tenant) => ({ ...(await single(house, tenant)), ...resource.change }),
    },
    [`archive${one}`]: { ...changing, make: single },
  }
}

const missingIn = (params: Record<string, number>) =>
  Object.fromEntries(Object.keys(params).map((name) => [`params.${name}`, NOTHING]))
