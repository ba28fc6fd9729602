import { type Static, Type } from 'typebox'
import { actorOf, type Caller, record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable, Paragraphs } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { orderIdIn } from './order-id.ts'

/** Of a path: an order goes by its number or by its UUID. */
export const OrderReference = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
})

const OrderNote = Type.Object(
  {
    order_note_id: Type.Integer(),
    order_id: Type.Integer(),
    note: Type.String(),
    actor_name: Nullable(Type.String({ description: 'who wrote it; null for a key' })),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'OrderNote' },
)

export const createOrderNote: Operation = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/notes',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'createOrderNote',
        summary: 'Note something about an order',
        description:
          'For staff; the buyer never sees it. It stands in the order’s timeline, and goes when the buyer is erased.',
        tags: ['Orders'],
        params: OrderReference,
        body: Input({ note: Paragraphs(2000) }),
        response: { 201: OrderNote },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const orderId = await requireOrder(orgId, tx, request.params.order_id)
        const order_note_id = await addNote(orgId, tx, request, { orderId, note: body.note, now })
        // Without its words, which may be about a person: the log could not forget them.
        await record(tx, deps.clock, request, {
          action: 'order.noted',
          objectType: 'order',
          objectId: orderId,
          after: { order_note_id },
        })
        return {
          order_note_id,
          order_id: orderId,
          note: body.note,
          actor_name: actorOf(request).name ?? null,
          created: unixSeconds(now),
        } satisfies Static<typeof OrderNote>
      })
    },
  )

export async function addNote(
  orgId: OrgId,
  tx: Tx,
  caller: Caller,
  { orderId, note, now }: { orderId: number; note: string; now: Date },
): Promise<number> {
  const { kind, id, name = null } = actorOf(caller)
  const [row] = await tx<{ order_note_id: number }[]>`
    insert into order_notes (org_id, order_id, note, actor_kind, actor_id, actor_name, created_at)
    values (${orgId}, ${orderId}, ${note}, ${kind}, ${id}, ${name}, ${now})
    returning order_note_id`
  if (!row) throw new Error('a note left no row')
  return row.order_note_id
}

/** Its number. */
export async function requireOrder(orgId: OrgId, sql: Db, reference: string): Promise<number> {
  const { order_id = null, order_uuid = null } = orderIdIn(reference)
  const [order] = await sql<{ order_id: number }[]>`
    select order_id
    from orders
    where org_id = ${orgId}
      and ${order_uuid === null ? sql`order_id = ${order_id}` : sql`order_uuid = ${order_uuid}`}`
  if (!order) throw new ApiError('resource_missing')
  return order.order_id
}
