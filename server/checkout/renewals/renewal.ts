import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { type Message, publishAll } from '../../messages/webhooks/publish.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Clock, unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { findItem, type Resource } from '../../resources/resource.ts'

/**
 * A membership that renews by itself:
 *
 *   announced   its fan was told what is charged and when, with a link that stops it
 *   under_way   there is an order, and its payment is being asked for
 *   renewed     the next term is bought
 *   failed      `reason` says why; fan and staff were told
 *   stopped     by the fan or by staff
 *   superseded  the membership was renewed in another way, cancelled, or has another end by now
 */
export const renewalStatuses = ['announced', 'under_way', 'renewed', 'failed', 'stopped', 'superseded'] as const
export type RenewalStatus = (typeof renewalStatuses)[number]

/** Why a renewal was not made. */
export const renewalReasons = [
  'no_means',
  'no_address',
  'off_sale',
  'full',
  'seat_gone',
  'plan_gone',
  'not_possible',
  'declined',
  'card_expired',
  'bank_asks',
] as const
export type RenewalReason = (typeof renewalReasons)[number]

export const MembershipRenewal = Type.Object(
  {
    membership_renewal_id: Type.Integer(),
    membership_member_id: Type.Integer(),
    status: OneOf([...renewalStatuses]),
    reason: Type.Unsafe<RenewalReason | null>({
      type: ['string', 'null'],
      'x-extensible-enum': [...renewalReasons, null],
      description: 'why, of one that failed',
    }),
    ends_at: Type.Integer({ description: 'Unix seconds, the end of the term that it follows' }),
    renew_at: Type.Integer({ description: 'Unix seconds, when it is made and charged' }),
    membership_type_id: Type.Integer({ description: 'the type by which the membership goes on' }),
    membership_payment_option_id: Nullable(Type.String({ description: 'null: paid at once' })),
    price: Type.Number({ description: 'as its notice names it, and it stays; major unit of the currency' }),
    tax: Type.Number({ description: 'on top of the price, as its notice names it; 0 where the price includes it' }),
    currency: Type.String(),
    attempts: Type.Integer({ description: 'how often it was charged' }),
    order_id: Nullable(Type.Integer({ description: 'of the last attempt' })),
    created_at: Type.Integer(),
    updated_at: Type.Integer(),
  },
  { title: 'MembershipRenewal' },
)

const Time = Type.Unsafe<Date>({ type: 'object' })

export const RenewalRow = Type.Object({
  membership_renewal_id: Type.Integer(),
  membership_member_id: Type.Integer(),
  renewal_status: Type.Unsafe<RenewalStatus>({ type: 'string' }),
  reason: Type.Unsafe<RenewalReason | null>({ type: ['string', 'null'] }),
  ends_at: Time,
  renew_at: Time,
  membership_type_id: Type.Integer(),
  membership_payment_option_id: Nullable(Type.Integer()),
  price_minor: Type.Integer(),
  added_tax_minor: Nullable(Type.Integer()),
  currency: Type.String(),
  attempts: Type.Integer(),
  order_id: Nullable(Type.Integer()),
  created_at: Time,
  changed_at: Time,
})
export type RenewalRow = Static<typeof RenewalRow>

const toRenewal = (row: RenewalRow) =>
  ({
    membership_renewal_id: row.membership_renewal_id,
    membership_member_id: row.membership_member_id,
    status: row.renewal_status,
    reason: row.reason,
    ends_at: unixSeconds(row.ends_at),
    renew_at: unixSeconds(row.renew_at),
    membership_type_id: row.membership_type_id,
    membership_payment_option_id:
      row.membership_payment_option_id === null ? null : String(row.membership_payment_option_id),
    price: toMajor(row.price_minor, row.currency),
    tax: toMajor(row.added_tax_minor ?? 0, row.currency),
    currency: row.currency,
    attempts: row.attempts,
    order_id: row.order_id,
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.changed_at),
  }) satisfies Static<typeof MembershipRenewal>

export const renewals: Resource<RenewalRow, Static<typeof MembershipRenewal>> = {
  singular: 'membership_renewal',
  operationNames: { one: 'MembershipRenewal', many: 'MembershipRenewals' },
  object: 'membership_renewals',
  scope: 'members:manage',
  listPath: '/v1/manage/membership_renewals',
  itemPath: '/v1/manage/membership_renewals/:membership_renewal_id',
  table: 'membership_renewals',
  id: 'membership_renewal_id',
  tag: 'Members',
  schema: MembershipRenewal,
  select: (sql) => sql`
    select t.membership_renewal_id, t.membership_member_id, t.renewal_status, t.reason, t.ends_at, t.renew_at, t.membership_type_id,
      t.membership_payment_option_id, t.price_minor, t.added_tax_minor, t.currency, t.attempts, t.order_id, t.created_at, t.changed_at
    from membership_renewals t`,
  toItem: toRenewal,
}

type RenewalMessage = Extract<Message['type'], `renewal.${string}`>

export async function publishRenewal(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  type: RenewalMessage,
  renewalId: number,
): Promise<void> {
  const renewal = await findItem(renewals, orgId, tx, renewalId, clock(orgId))
  await publishAll(orgId, tx, clock, [{ type, data: { renewal } }])
}
