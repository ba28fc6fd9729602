import type { OrgId } from '../../access/principal.ts'
import type { Row } from './bulk.ts'
import type { DemoBuyer } from './buyers.ts'
import type { DemoInstalment, DemoMember } from './member-of.ts'

type NumberedInstalment = DemoInstalment & { id: number }
export type JoinedMember = Omit<DemoMember, 'instalments'> & {
  n: number
  memberId: number
  orderId: number
  buyer: DemoBuyer
  currency: string
  instalments: NumberedInstalment[]
}

export const memberRow = (orgId: OrgId, member: JoinedMember): Row => ({
  org_id: orgId,
  membership_member_id: member.memberId,
  user_id: member.buyer.user_id,
  person_id: `P-${member.buyer.org_customer_id}`,
  member_number: member.number,
  membership_type_id: member.type.membership_type_id,
  barcode: member.barcode,
  membership_member_status_id: member.statusId,
  membership_seat_id: member.seatId,
  first_name: member.buyer.first_name,
  last_name: member.buyer.last_name,
  date_of_birth: member.dateOfBirth,
  expires: member.type.expires,
  auto_renew: member.autoRenew,
  gender: member.gender,
  company_name: member.company,
  address: member.address,
  address2: member.address2,
  suburb: 'Harbour City',
  state: 'NSW',
  postcode: member.buyer.postcode,
  country_id: 36,
  mobile_number: member.buyer.mobile_number,
  email_address: member.buyer.email_address,
  membership_order_id: member.orderId,
  marketing_emails: member.buyer.marketing_emails,
  fulfilled_at: member.fulfilledAt,
  fulfillment_tracking_code: member.trackingCode,
  instalments: member.instalments.length > 1,
  created_at: member.joinedAt,
  changed_at: member.changedAt,
})

export const membershipOrderRow = (
  orgId: OrgId,
  { orderId, buyer, option, orderStatus, currency, type, ...member }: JoinedMember,
) => ({
  org_id: orgId,
  membership_order_id: orderId,
  user_id: buyer.user_id,
  membership_payment_option_id: option.membership_payment_option_id,
  membership_order_status: orderStatus,
  currency,
  total_minor: type.price_minor,
  paid_minor: member.instalments.reduce((sum, { paidAt, amountMinor }) => sum + (paidAt ? amountMinor : 0), 0),
  created_at: member.joinedAt,
  changed_at: member.changedAt,
})

export const membershipOrderLineRow = (orgId: OrgId, { orderId, memberId, type, joinedAt }: JoinedMember): Row => ({
  org_id: orgId,
  membership_order_id: orderId,
  membership_member_id: memberId,
  membership_type_id: type.membership_type_id,
  price_minor: type.price_minor,
  created_at: joinedAt,
})

/** Without a next attempt: nobody's demo money is collected by a worker. */
export const instalmentRow = (orgId: OrgId, member: JoinedMember, item: NumberedInstalment, at: number): Row => ({
  org_id: orgId,
  instalment_id: item.id,
  membership_order_id: member.orderId,
  instalment_number: at + 1,
  amount_minor: item.amountMinor,
  due_at: item.dueAt,
  instalment_status: item.status,
  paid_at: item.paidAt,
  attempts: item.status === 'paid' || item.status === 'failed' ? 1 : 0,
  created_at: member.joinedAt,
  changed_at: item.paidAt ?? member.joinedAt,
})

export const instalmentPaymentRow = (
  orgId: OrgId,
  { currency }: JoinedMember,
  { id, amountMinor, paidAt }: NumberedInstalment,
): Row => ({
  org_id: orgId,
  instalment_id: id,
  provider: 'test',
  idempotency_key: `demo-instalment-${id}`,
  provider_reference: `demo_instalment_${id}`,
  payment_status: 'succeeded',
  amount_minor: amountMinor,
  currency,
  succeeded_at: paidAt,
  created_at: paidAt,
  changed_at: paidAt,
})
