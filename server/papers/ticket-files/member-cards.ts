import { type Static, Type } from 'typebox'
import { writeDate } from '../../../faces/kit/dates.ts'
import { type Language, localeOf, spokenOf } from '../../../faces/kit/languages.ts'
import { placeText } from '../../../faces/kit/place.ts'
import type { OrgId } from '../../access/principal.ts'
import { overdueFrom } from '../../ledger/instalments/overdue.ts'
import { shopColumns } from '../../people/shops/shop-address.ts'
import { exposed, MemberCodeField } from '../../platform/http/guarded-fields.ts'
import { Nullable } from '../../platform/http/schema.ts'
import { createPdf } from '../../platform/pdf/document.ts'
import type { Picture } from '../../platform/pdf/picture.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { CARD_MM, drawCard, type PrintedCard } from './draw-card.ts'
import { colourOf } from './printed-ticket.ts'

export const CardRow = Type.Object({
  membership_member_id: Type.Integer(),
  first_name: Type.String(),
  last_name: Type.String(),
  member_number: Type.String(),
  barcode: MemberCodeField(),
  membership_member_status_id: Type.Integer(),
  expires: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  type_title: Nullable(Type.String()),
  category_title: Nullable(Type.String()),
  hex_color: Nullable(Type.String({ description: 'of the category' })),
  season_title: Nullable(Type.String()),
  section: Nullable(Type.String()),
  sub_section_title: Nullable(Type.String()),
  seat_level: Nullable(Type.String()),
  seat_aisle: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
  seat_gate: Nullable(Type.String()),
  overdue_from: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
  organisation: Type.String(),
  accent_color: Nullable(Type.String()),
  logo_image: Nullable(Type.String()),
  timezone: Type.String(),
  country: Type.String(),
  language: Type.String(),
  shop_slug: Type.String(),
  shop_host: Nullable(Type.String()),
})
export type CardRow = Static<typeof CardRow>

/** What stands on the cards of members, in the language of their last order. */
export const findCards = (orgId: OrgId, sql: Db, memberIds: number[]) => sql<CardRow[]>`
  select m.membership_member_id, m.first_name, m.last_name, m.member_number, m.barcode, m.membership_member_status_id, m.expires,
    y.title as type_title, c.title as category_title, c.hex_color, n.title as season_title, x.title as section, x.sub_section_title,
    s.seat_level, s.seat_aisle, s.seat_row, s.seat_title, s.seat_gate, ${overdueFrom(orgId, sql)} as overdue_from,
    greatest(m.changed_at, y.changed_at, c.changed_at, n.changed_at) as changed_at, ${shopColumns(orgId, sql)}, g.name as organisation, g.accent_color,
    g.logo_image, g.timezone, g.country, coalesce((
      select o.language
      from orders o
      where o.org_id = ${orgId}
        and o.user_id = m.user_id
        and o.language is not null
      order by o.order_id desc
      limit 1
    ), g.language) as language
  from members m
  join organisations g on g.org_id = ${orgId}
  left join membership_types y on y.org_id = ${orgId} and y.membership_type_id = m.membership_type_id
  left join membership_categories c on c.org_id = ${orgId} and c.membership_category_id = y.membership_category_id
  left join seasons n on n.org_id = ${orgId} and n.season_id = y.season_id
  left join seats s on s.org_id = ${orgId} and s.seat_id = m.membership_seat_id
  left join seat_sections x
    on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  where m.org_id = ${orgId}
    and m.membership_member_id = any (${memberIds}::bigint[])
  order by m.membership_member_id`

/** A file with a page for each card. */
export function printCards(typefaces: Typefaces, rows: CardRow[], logo: Picture | undefined): Promise<Buffer> {
  const [first] = rows
  if (!first) throw new Error('there is no card to print')
  const language = spokenOf(first.language) ?? 'en'
  const cards = rows.map((row) => printedCard(row, language, logo))
  const names = cards.map(({ name }) => name).join(', ')
  const title = `${first.organisation}: ${names}`
  const pdf = createPdf({ title, author: first.organisation, language })
  for (const card of cards) drawCard(pdf.addPage(CARD_MM.width, CARD_MM.height), typefaces, card)
  return pdf.finish()
}

const WORDS: Record<Language, { member: string; until: (day: string) => string }> = {
  en: { member: 'Member', until: (day) => `Until ${day}` },
  de: { member: 'Mitglied', until: (day) => `Gültig bis ${day}` },
  es: { member: 'Socio', until: (day) => `Hasta el ${day}` },
  fr: { member: 'Membre', until: (day) => `Jusqu’au ${day}` },
  nl: { member: 'Lid', until: (day) => `Geldig tot ${day}` },
  da: { member: 'Medlem', until: (day) => `Gyldigt til ${day}` },
}

function printedCard(row: CardRow, language: Language, logo: Picture | undefined): PrintedCard {
  const seat = placeText({ ...row, section_label: row.section, gate: row.seat_gate, entrance: null }, language)
  const { member, until } = WORDS[language]
  const locale = localeOf(language, row.country)
  return {
    organisation: row.organisation,
    accent: colourOf(row.accent_color),
    name: `${row.first_name} ${row.last_name}`,
    memberNumber: row.member_number,
    barcode: exposed(row.barcode),
    membership: row.type_title,
    seat: seat === '' ? null : seat,
    validity: row.expires ? until(writeDate(row.expires.getTime() - 1000, row.timezone, locale, 'long')) : member,
    logo,
  }
}
