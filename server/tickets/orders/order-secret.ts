import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { ownedRows, requireHere } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Credential, credential } from '../../platform/http/guarded-fields.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { openNumbers, sealNumbers } from '../../platform/values/sealed-numbers.ts'

/*
 * What a buyer keeps to see their order again, and a holder who was passed a ticket to see theirs: organisation, order, version and, for one
 * ticket alone, its id, sealed under the installation's secret. Nothing of it is stored, so no copy of the database opens an order;
 * an attacker who makes one up has a tag of 128 bits to guess, without a read of the database. A secret whose version is not that of its row
 * has been revoked.
 */

const ORDER_SECRET = { prefix: 'ors_', context: 'order secret' }

const sealed = (seal: Seal, parts: number[]): Credential => credential(sealNumbers(seal, ORDER_SECRET, parts))

/** As it is given out at checkout, where nothing can have been revoked yet; otherwise say the order's `secret_version`. */
export const orderSecretOf = (seal: Seal, orgId: OrgId, orderId: number, version = 0): Credential =>
  sealed(seal, [orgId, orderId, version])

/** For the holder that a ticket was passed on to: it shows this ticket and nothing else of the order. */
export const ticketSecretOf = (
  seal: Seal,
  orgId: OrgId,
  { orderId, ticketId, version }: { orderId: number; ticketId: number; version: number },
): Credential => sealed(seal, [orgId, orderId, version, ticketId])

/** What a secret says that we made; the number of the organisation has yet to be found in the database. */
type Said = { organisation: number; orderId: number; version: number; ticketId: number | null }

export function readOrderSecret(seal: Seal, headers: IncomingHttpHeaders): Said | undefined {
  const numbers = openNumbers(seal, ORDER_SECRET, headers['x-order-secret'])
  if (!numbers) return undefined
  const [organisation = 0, orderId = 0, version = 0, ticketId = null] = numbers
  return { organisation, orderId, version, ticketId }
}

/** For the description of an operation: a caller that sends none has no order, like one that sends a wrong one. */
export const SecretHeader = Type.Object({
  'x-order-secret': Type.String({
    description: 'order_secret of the checkout’s answer, or the end of a ticket page’s address',
  }),
})

export const noSuchOrder = () =>
  new ApiError('resource_missing', {
    message:
      'No order has this secret, or it was revoked. Send the order_secret of the checkout as: X-Order-Secret: ors_….',
  })

/** Whose page a secret opens: the buyer's, or with a `ticketId` that of the holder it was passed on to. */
export type SecretHolder = { orgId: OrgId; orderId: number; ticketId: number | null }

export async function holderOfSecret(
  { sql, seal }: { sql: Db; seal: Seal },
  headers: IncomingHttpHeaders,
): Promise<SecretHolder> {
  const said = readOrderSecret(seal, headers)
  if (!said) throw noSuchOrder()
  const { organisation, orderId, version, ticketId } = said
  const [row] = await ownedRows(
    ticketId === null
      ? sql<{ org_id: number }[]>`
          select org_id
          from orders
          where org_id = ${organisation}
            and order_id = ${orderId}
            and secret_version = ${version}`
      : sql<{ org_id: number }[]>`
          select org_id
          from tickets
          where org_id = ${organisation}
            and ticket_id = ${ticketId}
            and order_id = ${orderId}
            and secret_version = ${version}
            and transferred
            and first_ticket_id is null`,
  )
  if (!row) throw noSuchOrder()
  await requireHere(row.org_id, sql)
  return { orgId: row.org_id, orderId, ticketId }
}

/** The buyer's own order, for a caller whose key says the organisation. */
export async function orderOfSecret(
  deps: { sql: Db; seal: Seal },
  orgId: OrgId,
  headers: IncomingHttpHeaders,
): Promise<number> {
  const holder = await holderOfSecret(deps, headers)
  if (holder.orgId !== orgId || holder.ticketId !== null) throw noSuchOrder()
  return holder.orderId
}
