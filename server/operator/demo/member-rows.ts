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

export function membershipOrderRow(
  orgId: OrgId,
  { n, orderId, buyer, option, orderStatus, currency, type, instalments, joinedAt, changedAt }: JoinedMember,
): Row {
  const paid = instalments.filter(({ paidAt }) => paidAt !== null)
  const isClosed = orderStatus === 'cancelled'
  return {
    org_id: orgId,
    order_id: orderId,
    order_uuid: `de310000-0000-8000-8000-${n.toString(16).padStart(12, '0')}`,
    user_id: buyer.user_id,
    order_status: orderStatus,
    sales_channel: 'online',
    first_name: buyer.first_name,
    last_name: buyer.last_name,
    email_address: buyer.email_address,
    mobile_number: buyer.mobile_number,
    postcode: buyer.postcode,
    country_id: 36,
    marketing_opt_in: buyer.marketing_emails,
    payment_method: paid.length > 0 ? 'instalments' : null,
    currency,
    price_minor: type.price_minor,
    total_minor: type.price_minor,
    membership_payment_option_id: option.membership_payment_option_id,
    paid_minor: paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    confirmed_at: paid[0]?.paidAt ?? (orderStatus === 'confirmed' ? joinedAt : null),
    closed_at: isClosed ? changedAt : null,
    created_at: joinedAt,
    changed_at: changedAt,
  }
}

export const membershipLineRow = (orgId: OrgId, { orderId, memberId, type, joinedAt }: JoinedMember): Row => ({
  org_id: orgId,
  order_id: orderId,
  kind: 'membership',
  membership_type_id: type.membership_type_id,
  membership_member_id: memberId,
  quantity: 1,
  places: 0,
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
