import type { House, Tenant } from '../harness/house.ts'
import { buyer, shopOf } from './baskets.ts'
import { addCustomer } from './customers.ts'
import { addMembershipOrder, instalmentOf } from './instalments.ts'
import { codeIn, mailsOf } from './mails.ts'
import { addMember } from './members.ts'
import { addMembershipType } from './membership-catalogue.ts'
import { addOffer } from './prices.ts'
import { addRow, type Columns, unique } from './rows.ts'

const PAID = 1
const BY_INSTALMENTS = 2

/** A club that sells a price to members of one type alone, its members, and what a shop says about them. */
export async function openMemberSale(house: House, club: Tenant, price: Columns = {}) {
  const typeId = await addMembershipType(house, club)
  const offer = await addOffer(house, club, { capacity: 1000, price: { membership_type_id: typeId, ...price } })
  const pk = await house.key(club.orgId, { kind: 'pk' })

  /** A customer with an address of their own and so many paid memberships. */
  const member = async ({ memberships = 1, columns = {} }: { memberships?: number; columns?: Columns } = {}) => {
    const email = `${unique('member')}@example.org`
    const { userId } = await addCustomer(house, club, { email_address: email })
    const memberIds: number[] = []
    for (let n = 0; n < memberships; n += 1) {
      const paid = { user_id: userId, membership_type_id: typeId, membership_member_status_id: PAID }
      memberIds.push(await addMember(house, club, { ...paid, ...columns }))
    }
    return { email, userId, memberIds, memberId: memberIds[0] ?? 0 }
  }

  /** One who pays by instalments, of which the first is due then. */
  const byInstalments = async (due_at: Date) => {
    const person = await member({ columns: { membership_member_status_id: BY_INSTALMENTS, instalments: true } })
    const membership_order_id = await addMembershipOrder(house, club, person.userId, 1000)
    await addRow(house, club, 'debts', 'debt_id', instalmentOf(membership_order_id, { due_at }))
    await house.sql`
      update members
      set membership_order_id = ${membership_order_id}
      where org_id = ${club.orgId}
        and membership_member_id = ${person.memberId}`
    return person
  }

  const by = (key: string) => {
    const shop = shopOf(house, { key })
    return {
      ...shop,
      fillMembers: (quantity = 1) => shop.fill(offer.priceId, quantity),
      prove: (basket: string, body: object, headers?: Record<string, string>) =>
        shop.call('POST', `/v1/baskets/${basket}/member`, body, headers),
      askCode: (basket: string, email: string) => shop.call('POST', `/v1/baskets/${basket}/member_code`, { email }),
      buyAs: (basket: string, email: string) => shop.checkOut(basket, { customer: { ...buyer, email } }),
    }
  }
  return {
    ...{ typeId, offer, pk, member, byInstalments },
    /** A web page, which has the publishable key. */
    page: by(pk),
    /** The organisation's own server. */
    server: by(club.key),
    lastMail: async () => (await mailsOf(house, club)).at(-1),
    lastCode: async () => codeIn((await mailsOf(house, club)).at(-1) ?? { text: '' }),
  }
}

export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
