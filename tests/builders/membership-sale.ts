import assert from 'node:assert/strict'
import type { House, Tenant } from '../harness/house.ts'

/** A club's memberships as its staff set them up. */
export const membershipsOf = (house: House, { key }: Pick<Tenant, 'key'>) => {
  const create = async (path: string, body: object) => {
    const answer = await house.call('POST', `/v1/manage/${path}`, { key, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  /** A year for 100, unless `more` says otherwise. */
  const addType = async (more: object = {}): Promise<number> => {
    const { membership_category_id } = await create('membership_categories', { title: 'Club' })
    const type = { membership_category_id, title: 'Adult', price: 100, term: 'year', ...more }
    return (await create('membership_types', type)).membership_type_id
  }
  /** Three parts, a month from each other. */
  const addOption = async (more: object = {}): Promise<string> =>
    (await create('membership_payment_options', { title: 'Monthly', number_of_instalments: 3, ...more }))
      .membership_payment_option_id
  return { addType, addOption }
}

export const grace = { first_name: 'Grace', last_name: 'Okafor' }
