import { type Static, Type } from 'typebox'
import { writeDate } from '../../../faces/kit/dates.ts'
import { type Language, localeOf, spokenOf } from '../../../faces/kit/languages.ts'
import { placeText } from '../../../faces/kit/place.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { exposed, MemberCodeField } from '../../platform/http/guarded-fields.ts'
import { Id, Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { createPdf } from '../../platform/pdf/document.ts'
import type { Picture } from '../../platform/pdf/picture.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { CARD_MM, drawCard, type PrintedCard } from './draw-card.ts'
import { pdfAnswer } from './layout-query.ts'
import { logoPicture } from './logo-picture.ts'
import { colourOf } from './printed-ticket.ts'
import type { PrintingDeps } from './tickets-pdf.ts'

export const retrieveMemberCard: Operation<Pick<PrintingDeps, 'typefaces' | 'findLogo'>> = (
  app,
  { sql, typefaces, findLogo },
) =>
  app.get(
    '/v1/members/:membership_member_id/card.pdf',
    {
      config: { scope: 'members:read', shows: 'cards:read', mayConflict: true },
      schema: {
        operationId: 'retrieveMemberCard',
        summary: 'Retrieve a member’s card as a PDF',
        description:
          'Of the size of a bank card, with the barcode that the gates take, in the language of the member’s last order, else of the organisation. 409 for a cancelled member. Needs the scope cards:read, or codes:read, besides.',
        tags: ['Members'],
        params: Input({ membership_member_id: Id() }),
        response: { 200: pdfAnswer('The card') },
      },
    },
    async ({ orgId, params }, reply) => {
      const [member] = await findCard(orgId, sql, params.membership_member_id)
      if (!member) throw new ApiError('resource_missing')
      if (member.membership_member_status_id === memberStatus.cancelled) {
        throw new ApiError('state_conflict', { message: 'The membership is cancelled, so it has no card.' })
      }
      const language = spokenOf(member.language) ?? 'en'
      const card = printedCard(member, language, await logoPicture(await findLogo(member.logo_image)))
      const pdf = createPdf({ title: `${card.organisation}: ${card.name}`, author: card.organisation, language })
      drawCard(pdf.addPage(CARD_MM.width, CARD_MM.height), typefaces, card)
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="member-${params.membership_member_id}.pdf"`)
        .send(await pdf.finish())
    },
  )

export const CardRow = Type.Object({
  first_name: Type.String(),
  last_name: Type.String(),
  member_number: Type.String(),
  barcode: MemberCodeField(),
  membership_member_status_id: Type.Integer(),
  expires: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  type_title: Nullable(Type.String()),
  section: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
  organisation: Type.String(),
  accent_color: Nullable(Type.String()),
  logo_image: Nullable(Type.String()),
  timezone: Type.String(),
  country: Type.String(),
  language: Type.String(),
})

const findCard = (orgId: OrgId, sql: Db, memberId: number) => sql<Static<typeof CardRow>[]>`
  select m.first_name, m.last_name, m.member_number, m.barcode, m.membership_member_status_id, m.expires,
    y.title as type_title, x.title as section, s.seat_row, s.seat_title, g.name as organisation, g.accent_color,
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
  left join seats s on s.org_id = ${orgId} and s.seat_id = m.membership_seat_id
  left join seat_sections x
    on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  where m.org_id = ${orgId}
    and m.membership_member_id = ${memberId}`

const WORDS: Record<Language, { member: string; until: (day: string) => string }> = {
  en: { member: 'Member', until: (day) => `Until ${day}` },
  de: { member: 'Mitglied', until: (day) => `Gültig bis ${day}` },
  es: { member: 'Socio', until: (day) => `Hasta el ${day}` },
  fr: { member: 'Membre', until: (day) => `Jusqu’au ${day}` },
  nl: { member: 'Lid', until: (day) => `Geldig tot ${day}` },
  da: { member: 'Medlem', until: (day) => `Gyldigt til ${day}` },
}

function printedCard(row: Static<typeof CardRow>, language: Language, logo: Picture | undefined): PrintedCard {
  const { section: section_label, seat_row, seat_title } = row
  const seat = placeText({ section_label, seat_row, seat_title, gate: null, entrance: null }, language)
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
    validity: row.expires ? until(writeDate(row.expires.getTime(), row.timezone, locale, 'long')) : member,
    logo,
  }
}
