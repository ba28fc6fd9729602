import { Type } from 'typebox'
import { actorOf, record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { afterInTime, Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, type Tx, when } from '../../platform/postgres/database.ts'
import { toMinor } from '../../platform/values/money.ts'
import { conflict, explain } from '../../resources/constraints.ts'
import { READER_PREFIX } from '../payments/provider.ts'
import {
  findTill,
  MOVEMENTS_MAX,
  reportOn,
  Till,
  TillReport,
  type TillRow,
  tillColumns,
  tillIsClosed,
  toTill,
} from './till.ts'

const path = '/v1/manage/tills'
const Params = Input({ till_id: Id() })
const Amount = (description: string, minimum = 0) => Type.Number({ minimum, maximum: 1_000_000_000, description })

export const listTills: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'listTills',
        summary: 'List tills',
        description: 'Drawers of cash at the box office, newest first.',
        tags: ['Box office'],
        querystring: Input({
          status: Type.Optional(OneOf(['open', 'closed'])),
          mine: Type.Optional(Type.Boolean({ description: 'true: those that you opened' })),
          limit: Limit(100, 20),
          cursor: Cursor,
        }),
        response: { 200: ListOf('tills', Till, { next_cursor: NextCursor }) },
      },
    },
    async (request) => {
      const { orgId, query } = request
      const { status, mine = false, limit, cursor } = query
      const filters = { list: 'tills', status, mine }
      const openedBy = mine ? actorOf(request) : undefined
      const rows = await findTills(orgId, sql, limit, { status, openedBy, before: idInCursor(cursor, filters) })
      const { has_more, page, next_cursor } = keysetPage(rows, limit, filters, ({ till_id }) => [till_id])
      return { object: 'tills', url: path, has_more, next_cursor, data: page.map(toTill) }
    },
  )

type TillFilters = {
  status: string | undefined
  openedBy: { kind: string; id: string | null } | undefined
  before: number | undefined
}

const byTime = { table: 'tills', id: 'till_id', order: 'newest first' } as const

const findTills = (orgId: OrgId, sql: Db, limit: number, { status, openedBy, before }: TillFilters) => sql<TillRow[]>`
  select ${tillColumns(sql)}
  from tills t
  where org_id = ${orgId}
    ${when(sql, status, (value) => sql`and till_status = ${value}`)}
    ${when(sql, openedBy, ({ kind, id }) => sql`and opened_by_kind = ${kind} and opened_by_id = ${id}`)}
    ${when(sql, before, (id) => sql`and ${afterInTime(sql, { ...byTime, orgId }, id)}`)}
  order by created_at desc, till_id desc
  limit ${limit + 1}`

export const retrieveTill: Operation = (app, { sql }) =>
  app.get(
    `${path}/:till_id`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'retrieveTill',
        summary: 'Read a till, with its report',
        description: 'What was sold from it by payment method, and the cash that should be in it.',
        tags: ['Box office'],
        params: Params,
        response: { 200: TillReport },
      },
    },
    async ({ orgId, params }) => {
      const row = await findTill(orgId, sql, params.till_id)
      if (!row) throw new ApiError('resource_missing')
      return (await reportOn(orgId, sql, row)).report
    },
  )

export const openTill: Operation = (app, deps) =>
  app.post(
    path,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'openTill',
        summary: 'Open a till',
        description: 'With the cash that is in the drawer. A person has one open till, and so has a counter.',
        tags: ['Box office'],
        body: Input({
          name: Text(100, { description: 'the counter or the device' }),
          float: Amount('cash in the drawer'),
        }),
        response: { 201: TillReport },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock()
        const currency = await currencyOf(orgId, tx)
        const { kind, id, name = null } = actorOf(request)
        const [row] = await wording(tx<TillRow[]>`
          insert into tills (
            org_id, name, currency, float_minor, opened_by_kind, opened_by_id, opened_by_name, created_at, changed_at
          ) values (
            ${orgId}, ${body.name}, ${currency}, ${minorOf('float', body.float, currency)}, ${kind}, ${id}, ${name}, ${now}, ${now}
          )
          returning ${tillColumns(tx)}`)
        if (!row) throw new Error('a till left no row')
        await record(tx, deps.clock, request, {
          action: 'till.opened',
          objectType: 'till',
          objectId: row.till_id,
          after: { name: row.name, float: body.float },
        })
        return (await reportOn(orgId, tx, row)).report
      })
    },
  )

/** The indexes say which drawer is in the way. */
async function wording<Rows>(rows: PromiseLike<Rows>): Promise<Rows> {
  try {
    return await rows
  } catch (error) {
    throw explain(error, {
      tills_one_a_person: conflict('You have an open till: close it first.'),
      tills_one_a_counter: conflict('There is an open till of this name.'),
    })
  }
}

const Movement = Input({
  movement: OneOf(['deposit', 'drop', 'payout'], {
    description: 'deposit: into the drawer; drop: to the safe; payout: for something bought',
  }),
  amount: Amount('major unit of the currency', 0.001),
  reason: Type.Optional(Nullable(Text(500))),
})

export const moveCash: Operation = (app, deps) =>
  app.post(
    `${path}/:till_id/movements`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'moveCash',
        summary: 'Put cash into a till, or take some out',
        tags: ['Box office'],
        description: 'Sales and refunds count by themselves.',
        params: Params,
        body: Movement,
        response: { 201: TillReport },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const row = await lockOpen(orgId, tx, params.till_id)
        const amountMinor = minorOf('amount', body.amount, row.currency)
        const before = await reportOn(orgId, tx, row)
        if (before.report.movements.length >= MOVEMENTS_MAX)
          throw conflict('The till has had too many movements: close it.')()
        if (body.movement !== 'deposit' && amountMinor > before.cashMinor)
          throw conflict('There is less than that in the till.')()
        const { name = null } = actorOf(request)
        await tx`
          insert into till_movements (org_id, till_id, movement, amount_minor, reason, actor_name, created_at)
          values (${orgId}, ${row.till_id}, ${body.movement}, ${amountMinor}, ${body.reason ?? null}, ${name}, ${deps.clock()})`
        await record(tx, deps.clock, request, {
          action: 'till.moved',
          objectType: 'till',
          objectId: row.till_id,
          after: { movement: body.movement, amount: body.amount, reason: body.reason },
        })
        return (await reportOn(orgId, tx, row)).report
      })
    },
  )

const Count = Input({
  counted: Amount('cash that was counted in the drawer'),
  note: Type.Optional(Nullable(Text(1000))),
})

export const closeTill: Operation = (app, deps) =>
  app.post(
    `${path}/:till_id/close`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'closeTill',
        summary: 'Close a till with a count',
        description: 'The answer is its report, with the difference. Nothing is sold from it any more.',
        tags: ['Box office'],
        params: Params,
        body: Count,
        response: { 200: TillReport },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const open = await lockOpen(orgId, tx, params.till_id)
        await requireNothingUnderWay(orgId, tx, open.till_id)
        const { cashMinor } = await reportOn(orgId, tx, open)
        const now = deps.clock()
        const [row] = await tx<TillRow[]>`
          update tills
          set till_status = 'closed', expected_minor = ${cashMinor}, counted_minor = ${minorOf('counted', body.counted, open.currency)},
            note = ${body.note ?? null}, closed_by_name = ${actorOf(request).name ?? null}, closed_at = ${now}, changed_at = ${now}
          where org_id = ${orgId}
            and till_id = ${open.till_id}
          returning ${tillColumns(tx)}`
        if (!row) throw new Error('a till was lost while it was closed')
        const { expected, counted, difference } = toTill(row)
        await record(tx, deps.clock, request, {
          action: 'till.closed',
          objectType: 'till',
          objectId: row.till_id,
          after: { expected, counted, difference },
        })
        return (await reportOn(orgId, tx, row)).report
      })
    },
  )

async function lockOpen(orgId: OrgId, tx: Tx, tillId: number): Promise<TillRow> {
  const row = await findTill(orgId, tx, tillId, 'update')
  if (!row) throw new ApiError('resource_missing')
  if (row.till_status === 'closed') throw tillIsClosed()
  return row
}

/** A sale whose end is not written yet would be missing in the count; it takes seconds. A card on a reader is not in the drawer. */
async function requireNothingUnderWay(orgId: OrgId, tx: Tx, tillId: number): Promise<void> {
  const [pending] = await tx<{ order_id: number }[]>`
    select o.order_id
    from till_orders t
    join orders o on o.org_id = ${orgId} and o.order_id = t.order_id
    where t.org_id = ${orgId}
      and t.till_id = ${tillId}
      and o.order_status = 'pending'
      and not exists (
        select 1
        from payments p
        where p.org_id = ${orgId}
          and p.order_id = o.order_id
          and starts_with(p.payment_method, ${READER_PREFIX})
      )
    limit 1`
  if (pending) throw conflict(`Order ${pending.order_id} is still being sold from it. Try again in a moment.`)()
}

async function currencyOf(orgId: OrgId, tx: Tx): Promise<string> {
  const [organisation] = await tx<{ currency: string }[]>`
    select currency
    from organisations
    where org_id = ${orgId}`
  return organisation?.currency ?? ''
}

function minorOf(param: 'float' | 'amount' | 'counted', amount: number, currency: string): number {
  const minor = toMinor(amount, currency)
  if (minor !== undefined) return minor
  throw invalidParameters([{ param, code: 'parameter_invalid', message: `${param} is finer than ${currency} allows.` }])
}
