import { type Static, Type } from 'typebox'
import { isStaff, type OrgId, type Principal } from '../../access/principal.ts'
import type { Scope } from '../../access/scopes.ts'
import { Limit } from '../../platform/http/lists.ts'
import { Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { type AttentionKind, attentionKinds } from './attention-kinds.ts'

const kinds = Object.keys(attentionKinds) as AttentionKind[]

const AttentionItem = Type.Object(
  {
    id: Type.Integer({
      description:
        'of the payment, payout, refund, request, conflict, mail, endpoint, bank line, debt, order or document',
    }),
    since: Type.Integer({ description: 'Unix seconds; of a transfer, its deadline' }),
    order_id: Nullable(Type.Integer()),
    event_id: Nullable(Type.String()),
    detail: Nullable(Type.String({ description: 'the state, the code of the failure, or the reason' })),
  },
  { title: 'AttentionItem' },
)

const Attention = Type.Object(
  {
    kind: OneOf(kinds),
    count: Type.Integer({ description: `${1000} at most` }),
    has_more: Type.Boolean({ description: 'there are more than count' }),
    newest: Type.Array(AttentionItem),
  },
  { title: 'Attention' },
)

const Reply = Type.Object(
  { object: Type.Literal('attention'), data: Type.Array(Attention) },
  { title: 'AttentionList' },
)

/** Beyond it the exact number does not help staff. */
const COUNT_MAX = 1000

export const retrieveAttention: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/attention',
    {
      config: { scope: 'search:manage' },
      schema: {
        operationId: 'retrieveAttention',
        summary: 'See what needs attention',
        description:
          'Payments that wait, failed or came back, refunds that failed, are asked for or are to be handed over, conflicts at the gates, mails ' +
          'that came back, payouts that failed or bring what the books do not have, payments that were not paid out, failing webhook endpoints, lines of bank statements that are not explained, invoices for VAT numbers that are not valid, documents that did not arrive by Peppol, transfers whose deadline is near, overdue debts and instalments: of each kind that the caller may read and of which there are any, how many, and the newest.',
        tags: ['Search'],
        querystring: Input({ limit: Limit(20, 5) }),
        response: { 200: Reply },
      },
    },
    async ({ orgId, principal, query }) => {
      const now = clock(orgId)
      const readable = kinds.filter((kind) => mayRead(principal, attentionKinds[kind].scope))
      const data = await Promise.all(readable.map((kind) => findOpen(orgId, sql, now, kind, query.limit)))
      return { object: 'attention' as const, data: data.filter(({ count }) => count > 0) }
    },
  )

const mayRead = (principal: Principal, scope: Scope): boolean =>
  isStaff(principal) ? principal.readScopes.has(scope) : principal.scopes.has(scope)

type OpenRow = { id: number; at: Date; order_id: number | null; event_id: number | null; detail: string | null }

async function findOpen(orgId: OrgId, sql: Db, now: Date, kind: AttentionKind, limit: number) {
  const { rows } = attentionKinds[kind]
  const newest = await sql<OpenRow[]>`
    ${rows(orgId, sql, now)}
    limit ${limit}`
  const counted =
    newest.length < limit
      ? newest.length
      : await sql<{ id: number }[]>`
        select count(*)::integer as id
        from (
          ${rows(orgId, sql, now)}
          limit ${COUNT_MAX + 1}
        ) as open`.then(([row]) => row?.id ?? 0)
  return {
    kind,
    count: Math.min(counted, COUNT_MAX),
    has_more: counted > COUNT_MAX,
    newest: newest.map((row) => ({
      id: row.id,
      since: unixSeconds(row.at),
      order_id: row.order_id,
      event_id: row.event_id === null ? null : String(row.event_id),
      detail: row.detail,
    })),
  } satisfies Static<typeof Attention>
}
