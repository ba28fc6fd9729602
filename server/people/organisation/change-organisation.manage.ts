import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Integer, Nullable, OneOf, Paragraphs, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { hasLink } from '../../platform/values/has-link.ts'
import { canonicalLanguage } from '../../platform/values/language.ts'
import { invalid } from '../../resources/constraints.ts'
import { Country, Currency, EmailAddress, HexColor, Language, TimeZone, WebAddress } from '../../resources/fields.ts'
import { changeSlug } from '../shops/change-slug.ts'
import { ShopSlug } from '../shops/shop-slug.ts'
import { cashRoundingColumn, cashRoundingField } from './cash-rounding.ts'
import { Organisation, type OrganisationRow, organisationColumns, toOrganisation } from './organisation.ts'
import { transactionFeeColumns, transactionFeeFields } from './transaction-fee-fields.ts'

const EmbedOrigin = Type.Refine(
  Type.String({ minLength: 8, maxLength: 255, description: 'such as https://club.example' }),
  (text) => URL.canParse(text) && new URL(text).origin === text && /^https:|^http:\/\/localhost(?::|$)/.test(text),
  () => 'must be an origin such as https://club.example, without a path; http only for localhost',
)

const Body = Input({
  name: Type.Optional(Text(200)),
  company: Type.Optional(Nullable(Text(200))),
  business_number: Type.Optional(Nullable(Text(50))),
  country: Type.Optional(Country),
  timezone: Type.Optional(TimeZone),
  currency: Type.Optional(Currency),
  language: Type.Optional(Language),
  contact_email: Type.Optional(Nullable(EmailAddress)),
  ticket_page_url: Type.Optional(Nullable(WebAddress)),
  shop_slug: Type.Optional(ShopSlug),
  logo_image: Type.Optional(Nullable(WebAddress)),
  background_image: Type.Optional(Nullable(WebAddress)),
  favicon: Type.Optional(Nullable(WebAddress)),
  background_color: Type.Optional(Nullable(HexColor)),
  accent_color: Type.Optional(Nullable(HexColor)),
  embed_origins: Type.Optional(
    Type.Array(EmbedOrigin, {
      maxItems: 20,
      uniqueItems: true,
      description: 'sites that may show the shop in a frame, and nobody else',
    }),
  ),
  ticket_terms: Type.Optional(Nullable(Paragraphs(600, { description: 'small print on tickets' }))),
  places_left_shown: Type.Optional(
    OneOf(['number', 'few', 'none'], {
      description: 'what publishable keys are told: how many are left, only that few are, or only whether any are',
    }),
  ),
  few_places_left: Type.Optional(
    Integer({ minimum: 1, maximum: 1_000_000, description: 'as many, or fewer, are few' }),
  ),
  held_places_per_address: Type.Optional(
    Nullable(
      Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'places that one address may hold at once through publishable keys; null: no cap',
      }),
    ),
  ),
  address_requests_per_minute: Type.Optional(
    Integer({
      minimum: 1,
      maximum: 10_000_000,
      description: 'what publishable keys may ask from one address in a minute',
    }),
  ),
  address_requests_per_day: Type.Optional(Integer({ minimum: 1, maximum: 1_000_000_000, description: 'and in a day' })),
  holder_changes: Type.Optional(Type.Boolean({ description: 'holders rename tickets and pass them on by themselves' })),
  refund_request_hours: Type.Optional(
    Nullable(
      Integer({
        minimum: 0,
        maximum: 8760,
        description: 'buyers ask for a refund until so many hours before the event; null: not at all',
      }),
    ),
  ),
  card_readers: Type.Optional(Type.Boolean({ description: 'the box office takes cards on readers' })),
  ...cashRoundingField,
  invoice_days: Type.Optional(Integer({ minimum: 0, maximum: 365, description: 'after which an invoice is due' })),
  credit_days: Type.Optional(
    Nullable(Integer({ minimum: 1, maximum: 3650, description: 'after which credit of a fan expires; null: never' })),
  ),
  refund_credit: Type.Optional(
    OneOf(['first', 'last'], { description: 'when credit goes back of what an order was paid by' }),
  ),
  disputed_tickets: Type.Optional(
    OneOf(['stop', 'keep'], { description: 'what becomes of tickets whose payment is disputed' }),
  ),
  terms_consent: Type.Optional(
    Type.Boolean({ description: 'buyers online have to agree to the terms, once these are written' }),
  ),
  ...transactionFeeFields,
})

export const changeOrganisation: Operation<SessionDeps> = (app, deps) =>
  app.patch(
    '/v1/manage/organisation',
    {
      config: { scope: 'organisation:manage', needsProof: 'sometimes', effects: ['words_out'] },
      schema: {
        operationId: 'changeOrganisation',
        summary: 'Change the organisation’s profile',
        description:
          'What is not sent stays as it is; null clears. Events keep the time zone and currency they have. The ' +
          'currency is fixed once there are membership types, whose prices are in it. The payment account is connected by ' +
          'its own operations.',
        tags: ['Organisation'],
        body: Body,
        response: { 200: Organisation },
      },
    },
    (request, reply) =>
      change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
        const { orgId, principal, body } = request
        const [before] = await tx<OrganisationRow[]>`
          select ${organisationColumns(orgId, tx)}
          from organisations
          where org_id = ${orgId}
          for update`
        if (!before) throw new ApiError('resource_missing')
        if (Object.keys(body).length === 0) return toOrganisation(before, deps.publicUrl)
        if (body.currency !== undefined && body.currency !== before.currency) await refuseOncePriced(orgId, tx)
        if (body.shop_slug !== undefined) await changeSlug(orgId, tx, body.shop_slug, deps.clock(orgId))
        const columns = columnsOf(body, before)
        // Else a stranger at an unlocked desk would set it first, and refund then.
        const isLooser = (columns.refund_proof_minor ?? 0) > before.refund_proof_minor
        const isFramed = body.embed_origins?.some((origin) => !before.embed_origins.includes(origin)) ?? false
        const isLink = body.name !== undefined && body.name !== before.name && hasLink(body.name)
        if (isLooser || isFramed || isLink || leadsElsewhere(body, before, deps.publicUrl))
          await deps.sessions.requireProof(principal)
        const [after] = await tx<OrganisationRow[]>`
          update organisations
          set ${tx({ ...columns, changed_at: deps.clock(orgId) })}
          where org_id = ${orgId}
          returning ${organisationColumns(orgId, tx)}`
        if (!after) throw new Error('update of organisations lost its row')
        const organisation = toOrganisation(after, deps.publicUrl)
        const entry = { action: 'organisation.changed', objectType: 'organisation', objectId: orgId }
        await record(tx, deps.clock, request, {
          ...entry,
          before: toOrganisation(before, deps.publicUrl),
          after: organisation,
        })
        return organisation
      }),
  )

/** Every mail of an order carries its secret to this address: it has to be one that no stranger reads on the way. */
function leadsElsewhere(
  { ticket_page_url: url }: Static<typeof Body>,
  before: OrganisationRow,
  publicUrl: string,
): boolean {
  if (url === undefined || url === null || url === before.ticket_page_url) return false
  const { protocol, origin } = new URL(url)
  if (protocol === 'https:') return true
  if (origin === new URL(publicUrl).origin) return false
  throw invalid('ticket_page_url', 'ticket_page_url must begin with https://.')()
}

/** As they are sent, but for amounts and the percentage of the fee. */
function columnsOf(body: Static<typeof Body>, before: OrganisationRow): Partial<OrganisationRow> {
  const {
    shop_slug: _slug,
    refund_proof_amount: _proof,
    transaction_fee_fixed: _fixed,
    transaction_fee_percentage: _percentage,
    transaction_fee_max: _max,
    cash_rounding: _coin,
    ...columns
  } = body
  const language = body.language === undefined ? undefined : canonicalLanguage(body.language)
  return {
    ...columns,
    ...(language === undefined ? {} : { language }),
    ...transactionFeeColumns(body, before),
    ...cashRoundingColumn(body, before),
  }
}

/** A stored amount is minor units of the organisation's currency: under another one it would mean something else. */
async function refuseOncePriced(orgId: OrgId, tx: Tx): Promise<void> {
  const [membershipType] = await tx`
    select 1 as one
    from membership_types
    where org_id = ${orgId}
    limit 1`
  if (!membershipType) return
  const message = 'Membership types are priced in the present currency.'
  throw new ApiError('state_conflict', { param: 'currency', message })
}
