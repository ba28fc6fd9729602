import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { priceToday } from '../../people/membership-catalogue/type-price.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { BorneRateColumn, borneRate } from '../../programme/tax-rates/borne-rate.ts'
import { addedTaxOf } from '../../programme/tax-rates/unit-tax.ts'

const AutoRenewal = Type.Object(
  {
    membership_type_id: Type.Integer({ description: 'the type that follows' }),
    title: Type.String(),
    price: Type.Number({ description: 'today; the notice names what is charged. Major unit of the currency' }),
    tax: Type.Number({ description: 'on top of the price, today; 0 where the price includes it' }),
    notice_days: Type.Integer({ description: 'how many days before the end the member is told' }),
    renewal_days: Type.Integer({ description: 'how many days before the end it is made and charged' }),
  },
  { title: 'AutoRenewal' },
)

export const NullableRenewal = Type.Union([AutoRenewal, Type.Null()], {
  description: 'what `auto_renew` of an item means; say so before the buyer pays. Null: nothing follows by itself',
})

export const FollowerRow = Type.Object({
  followed_id: Type.Integer(),
  membership_type_id: Type.Integer(),
  title: Type.String(),
  price_minor: Type.Integer(),
  tax_rate: BorneRateColumn,
  notice_days: Type.Integer(),
  renewal_days: Type.Integer(),
})
export type FollowerRow = Static<typeof FollowerRow>

/** Which type follows by itself, by the one that it follows. */
export async function findFollowers(orgId: OrgId, sql: Db, now: Date): Promise<Map<number, FollowerRow>> {
  const rows = await sql<FollowerRow[]>`
    select b.membership_type_id as followed_id, t.membership_type_id, t.title, ${priceToday(sql, now)} as price_minor,
      ${borneRate(orgId, sql, 't')} as tax_rate,
      b.renewal_notice_days as notice_days, b.renewal_days
    from membership_types b
    join membership_types t on t.org_id = ${orgId} and t.membership_type_id = b.renewal_type_id
    join organisations o on o.org_id = ${orgId}
    where b.org_id = ${orgId}
      and b.offer_auto_renew
      and b.renewal_type_id is not null
    limit 500`
  return new Map(rows.map((row) => [row.followed_id, row]))
}

export const toAutoRenewal = (
  row: FollowerRow | undefined,
  currency: string,
  today: string,
): Static<typeof AutoRenewal> | null =>
  row === undefined
    ? null
    : {
        membership_type_id: row.membership_type_id,
        title: row.title,
        price: toMajor(row.price_minor, currency),
        tax: toMajor(addedTaxOf(row, today), currency),
        notice_days: row.notice_days,
        renewal_days: row.renewal_days,
      }
