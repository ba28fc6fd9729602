import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { isSetUp, setupOf, setupParts, setupSteps } from './setup-steps.ts'

const Step = Type.Object(
  {
    step: OneOf([...setupSteps]),
    done: Type.Boolean(),
    missing: Type.Array(OneOf([...setupParts]), { description: 'what it still lacks' }),
  },
  { title: 'SetupStep' },
)

const Reply = Type.Object(
  {
    complete: Type.Boolean({ description: 'all is done, or a match that tickets were sold for is over' }),
    venue_id: Nullable(Type.String({ description: 'the first venue' })),
    draft_event_id: Nullable(Type.String({ description: 'the first event that is a draft' })),
    steps: Type.Array(Step, { description: 'in the order in which they are best done' }),
  },
  { title: 'Setup' },
)

export const retrieveSetup: Operation<PaymentDeps> = (app, { sql, clock, payments }) =>
  app.get(
    '/v1/manage/setup',
    {
      config: { scope: 'search:manage' },
      schema: {
        operationId: 'retrieveSetup',
        summary: 'See what a new organisation has left to do',
        description:
          'From nothing to the first match on sale, computed from what there is. A sandbox tries a sale; a live organisation connects its payment account, where the service has a provider.',
        tags: ['Organisation'],
        response: { 200: Reply },
      },
    },
    async ({ orgId }) => {
      const [row] = await findSetup(orgId, sql, clock(orgId))
      if (!row) throw new ApiError('resource_missing')
      const steps = setupOf(row, row.has_account || canConnect(payments))
      return {
        complete: isSetUp(row, steps),
        venue_id: row.venue_id === null ? null : String(row.venue_id),
        draft_event_id: row.draft_event_id === null ? null : String(row.draft_event_id),
        steps: steps.map(({ step, missing }) => ({ step, done: missing.length === 0, missing })),
      }
    },
  )

/** Whether a live organisation that had an account would be paid. */
const canConnect = (payments: PaymentDeps['payments']): boolean =>
  payments.canBePaid({ mode: 'live', payment_account_id: 'any' })

const Has = Type.Boolean
export const SetupRow = Type.Object({
  mode: OneOf(['live', 'test']),
  has_logo: Has(),
  has_colours: Has(),
  has_contact: Has(),
  has_account: Has(),
  has_venue: Has(),
  has_gates: Has(),
  has_seats: Has(),
  has_event: Has(),
  has_published: Has(),
  has_terms: Has(),
  has_privacy: Has(),
  has_colleague: Has(),
  has_scanner: Has(),
  has_ticket: Has(),
  has_run_a_match: Has(),
  venue_id: Nullable(Type.Integer()),
  draft_event_id: Nullable(Type.Integer()),
})
type SetupRow = Static<typeof SetupRow>

/** Each part stops at the first row that there is. */
const findSetup = (orgId: OrgId, sql: Db, now: Date) => sql<SetupRow[]>`
  select o.mode,
    o.logo_image is not null as has_logo,
    o.accent_color is not null as has_colours,
    o.contact_email is not null as has_contact,
    o.payment_account_id is not null as has_account,
    exists (select 1 from venues where org_id = ${orgId}) as has_venue,
    exists (select 1 from gates where org_id = ${orgId}) as has_gates,
    exists (select 1 from seat_maps where org_id = ${orgId}) as has_seats,
    exists (select 1 from events where org_id = ${orgId}) as has_event,
    exists (
      select 1
      from events
      where org_id = ${orgId}
        and event_status_id <> ${eventStatus.draft}
    ) as has_published,
    exists (select 1 from legal_pages where org_id = ${orgId} and kind = 'terms') as has_terms,
    exists (select 1 from legal_pages where org_id = ${orgId} and kind = 'privacy') as has_privacy,
    exists (
      select 1
      from staff_members
      where org_id = ${orgId}
        and staff_status <> 'removed'
      offset 1
    ) as has_colleague,
    exists (select 1 from devices where org_id = ${orgId} and revoked_at is null) as has_scanner,
    exists (select 1 from price_categories where org_id = ${orgId} and sold > 0) as has_ticket,
    exists (
      select 1
      from events e
      join price_categories c on c.org_id = e.org_id and c.event_id = e.event_id
      where e.org_id = ${orgId}
        and c.org_id = ${orgId}
        and e.starts_at < ${now}
        and c.sold > 0
    ) as has_run_a_match,
    (
      select min(venue_id)
      from venues
      where org_id = ${orgId}
        and venue_status = 'active'
    ) as venue_id,
    (
      select min(event_id)
      from events
      where org_id = ${orgId}
        and event_status_id = ${eventStatus.draft}
    ) as draft_event_id
  from organisations o
  where o.org_id = ${orgId}`
