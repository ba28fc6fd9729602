import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { findSeasonPlaces, type SeasonPlacesRow } from './season-places.ts'
import { findSeasonDays, findSeasonSums, type SeasonSumRow, ways } from './season-sums.ts'

const amount = (description: string) => Type.Number({ description })

const sums = {
  memberships: Type.Integer({ description: 'members of the season, cancelled ones aside' }),
  left_memberships: Type.Integer({ description: 'members who were cancelled, or moved out of the season' }),
  agreed: amount('what all of them were sold for, upgrades included; paid + open + waived + cancelled'),
  paid: amount('paid so far, refunds not taken off'),
  refunded: amount('of what was paid, what was given back'),
  open: amount('still to be paid'),
  overdue: amount('of what is open, what is past its day'),
  waived: amount('written off'),
  cancelled: amount('not to be paid any more'),
}

const SeasonSum = Type.Object(
  {
    membership_type_id: Type.Integer({ description: 'the type that they are of now' }),
    type_title: Type.String(),
    paid_by: OneOf([...ways], {
      description: 'at_once: bought and paid at once; plan: in parts; by_hand: without an order',
    }),
    membership_payment_option_id: Nullable(Type.Integer({ description: 'of plan' })),
    option_title: Nullable(Type.String()),
    ...sums,
  },
  { title: 'SeasonSum' },
)

const SeasonPlaces = Type.Object(
  {
    seats: Type.Integer({ description: 'of its map' }),
    sold: Type.Integer({ description: 'for the season' }),
    held: Type.Integer({ description: 'in baskets now' }),
    kept: Type.Integer({ description: 'for holders of the season before' }),
    blocked: Type.Integer({ description: 'closed for everybody' }),
    elsewhere: Type.Integer({ description: 'sold or held at one of the events to come, without the season' }),
    free: Type.Integer({ description: 'at every event to come' }),
  },
  { title: 'SeasonPlaces' },
)

const SeasonDay = Type.Object(
  {
    day: Type.String({ description: 'YYYY-MM-DD, in the organisation’s zone' }),
    memberships: Type.Integer({ description: 'sold on that day; an upgrade is none' }),
    agreed: amount('what was sold on that day, upgrades included'),
  },
  { title: 'SeasonDay' },
)

const SeasonFigures = Type.Object(
  {
    season_id: Type.Integer(),
    title: Type.String(),
    currency: Type.String({ description: 'ISO 4217' }),
    timezone: Type.String({ description: 'IANA name' }),
    ...sums,
    places: Nullable(SeasonPlaces),
    types: Type.Array(SeasonSum, { description: 'by type, and within one by how they were bought' }),
    days: Type.Array(SeasonDay, { description: 'those on which something was sold' }),
  },
  { title: 'SeasonFigures' },
)

export const retrieveSeasonFigures: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/seasons/:season_id/figures',
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'retrieveSeasonFigures',
        summary: 'Figures of a season',
        description: [
          'Its memberships by type and plan: how many, what was agreed, and what of that is paid, open, overdue, written off or cancelled;',
          'its seats; and what was sold on which day. Paid less refunded is what the takings have of them.',
        ].join(' '),
        tags: ['Sales figures'],
        params: Input({ season_id: Id() }),
        response: { 200: SeasonFigures },
      },
    },
    async ({ orgId, params: { season_id: seasonId } }) => {
      const now = clock(orgId)
      const { title, currency, timezone } = await findSeason(orgId, sql, seasonId)
      return sql.readLong(async (tx) => {
        const rows = await findSeasonSums(orgId, tx, seasonId, now)
        const [places] = await findSeasonPlaces(orgId, tx, seasonId, now)
        const days = await findSeasonDays(orgId, tx, seasonId, timezone)
        return {
          season_id: seasonId,
          title,
          currency,
          timezone,
          ...toSums(rows, currency),
          places: places ? toPlaces(places) : null,
          types: rows.map((row) => toSeasonSum(row, currency)),
          days: days.map(({ day, memberships, agreed_minor }) => ({
            day,
            memberships,
            agreed: toMajor(agreed_minor, currency),
          })),
        } satisfies Static<typeof SeasonFigures>
      })
    },
  )

type SeasonFacts = { title: string; currency: string; timezone: string }

async function findSeason(orgId: OrgId, sql: Db, seasonId: number): Promise<SeasonFacts> {
  const [season] = await sql<SeasonFacts[]>`
    select n.title, o.currency, o.timezone
    from seasons n
    join organisations o on o.org_id = n.org_id
    where n.org_id = ${orgId}
      and n.season_id = ${seasonId}`
  if (!season) throw new ApiError('resource_missing')
  return season
}

function toSums(rows: SeasonSumRow[], currency: string) {
  const count = (of: (row: SeasonSumRow) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  const money = (of: (row: SeasonSumRow) => number) => toMajor(count(of), currency)
  return {
    memberships: count((row) => row.memberships),
    left_memberships: count((row) => row.left_memberships),
    agreed: money((row) => row.agreed_minor),
    paid: money((row) => row.paid_minor),
    refunded: money((row) => row.refunded_minor),
    open: money((row) => row.open_minor),
    overdue: money((row) => row.overdue_minor),
    waived: money((row) => row.waived_minor),
    cancelled: money((row) => row.cancelled_minor),
  }
}

const toSeasonSum = (row: SeasonSumRow, currency: string) =>
  ({
    membership_type_id: row.membership_type_id,
    type_title: row.type_title,
    paid_by: row.paid_by,
    membership_payment_option_id: row.membership_payment_option_id,
    option_title: row.option_title,
    ...toSums([row], currency),
  }) satisfies Static<typeof SeasonSum>

const toPlaces = ({ seats, sold, held, kept, blocked, elsewhere }: SeasonPlacesRow) => ({
  seats,
  sold,
  held,
  kept,
  blocked,
  elsewhere,
  free: seats - sold - held - kept - blocked - elsewhere,
})
