import assert from 'node:assert/strict'
import { announceRenewals } from '../../server/checkout/renewals/announce-renewals.ts'
import { renewalUrl } from '../../server/checkout/renewals/renewal-link.ts'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import type { House, Tenant } from '../harness/house.ts'
import { shopOf } from './baskets.ts'
import { grace, membershipsOf } from './membership-sale.ts'
import { addRow } from './rows.ts'

/** Memberships of a club that renew by themselves. */
export function renewalsOf(house: House, club: Tenant) {
  const { addType } = membershipsOf(house, club)
  const manage = async (method: string, path: string, body?: object) => {
    const answer = await house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const { sql, clock } = house
  return {
    manage,
    /** A year that is followed by another: told thirty days before its end, charged seven. */
    async addRenewingType(more: object = {}): Promise<number> {
      const typeId = await addType({ offer_auto_renew: 1, ...more })
      await manage('PATCH', `membership_types/${typeId}`, { renewal_type_id: typeId })
      return typeId
    },
    /** Joins by that card or account with the wish to go on; the member is the answer. */
    async join(typeId: number, payment_method = 'pm_test_ok', more: object = {}): Promise<number> {
      const shop = shopOf(house, club)
      const item = { membership_type_id: typeId, member: grace, auto_renew: true, ...more }
      const { body: basket, text } = await shop.open({ items: [item] })
      assert.equal(basket.status, 'open', text)
      const mandate = payment_method.startsWith('pm_test_debit') ? { mandate_version: 1 } : {}
      const { body } = await shop.checkOut(basket.id, { payment_method, ...mandate })
      assert.equal(body.status, 'confirmed', JSON.stringify(body))
      return body.memberships[0].membership_member_id
    },
    announce: () => announceRenewals({ sql, clock, systemClock: clock }),
    /** The renewals of a member, the newest first. */
    list: async (memberId: number) =>
      (await manage('GET', `membership_renewals?membership_member_id=${memberId}`)).data,
    passDays: (days: number) => clock.advance(days * DAY_MS),
  }
}

/** The page of a notice's link. */
export const renewalPath = (
  { seal }: Pick<House, 'seal'>,
  { orgId }: Pick<Tenant, 'orgId'>,
  renewalId: number,
): string =>
  new URL(renewalUrl({ seal, publicUrl: 'http://grandstand.test' }, orgId, { shop_host: null }, renewalId)).pathname

/** A notice that was given to a member, as a row. */
export async function addRenewal(house: House, tenant: Tenant, memberId: number): Promise<number> {
  const typeId = await membershipsOf(house, tenant).addType()
  const at = new Date(house.clock().getTime() + 20 * DAY_MS)
  return addRow(house, tenant, 'membership_renewals', 'membership_renewal_id', {
    membership_member_id: memberId,
    ends_at: new Date(at.getTime() + 7 * DAY_MS),
    membership_type_id: typeId,
    price_minor: 10_000,
    currency: 'AUD',
    renew_at: at,
    renewal_status: 'announced',
    next_attempt_at: at,
  })
}

type Place = { house: House; club: Tenant }

/** A membership that renews by itself. */
export async function joinForYears({ house, club }: Place): Promise<void> {
  const { addRenewingType, join } = renewalsOf(house, club)
  await join(await addRenewingType())
}

/** One whose fan has been told. */
export async function announceNext({ house, club }: Place): Promise<void> {
  await joinForYears({ house, club })
  const { passDays, announce } = renewalsOf(house, club)
  passDays(340)
  await announce()
}
