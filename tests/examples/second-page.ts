import type { House, Tenant } from '../harness/house.ts'

/** The second page of a list that has two. */
export async function secondPage({ call }: House, { key }: Tenant, path: string, filters: object = {}) {
  const asked = new URLSearchParams({ limit: '1', ...filters })
  const cursor: string = (await call('GET', `${path}?${asked}`, { key })).body.next_cursor
  return { limit: 1, cursor }
}
