import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { orderOfSecret, SecretHeader } from '../orders/order-secret.ts'
import type { RotationDeps } from '../tickets/rotation-keys.ts'
import { rotationOf } from '../tickets/ticket-rotation.ts'
import { applePass, PKPASS_TYPE } from './apple-pass.ts'
import { findPass, type PassRow } from './find-pass.ts'
import { googleLink } from './google-pass.ts'
import { passService, upTo } from './pass-token.ts'
import { openAppleKeys, openGoogleKeys, walletUnset } from './wallet-settings.ts'

const config = { scope: 'baskets:write', publishable: 'bearer', mayConflict: true } as const
const Params = Input({ ticket_id: Id() })
const common = { tags: ['Storefront'], headers: SecretHeader, params: Params }

export const passAnswer = {
  description: 'The pass',
  content: { 'application/vnd.apple.pkpass': { schema: { type: 'string' } } },
}

export const retrieveApplePass: Operation = (app, deps) =>
  app.get(
    '/v1/storefront/order/tickets/:ticket_id/apple.pkpass',
    {
      config,
      schema: {
        operationId: 'retrieveApplePass',
        summary: 'Retrieve a ticket of the buyer’s as a pass for Apple Wallet',
        description:
          'By the order’s secret. 409 where the organisation offers none (`wallets` of the storefront), or the ticket is not active.',
        ...common,
        response: { 200: passAnswer },
      },
    },
    async ({ orgId, headers, params }, reply) => {
      const pass = await findOwnPass(deps, orgId, await orderOfSecret(deps, orgId, headers), params.ticket_id)
      return sendApplePass(deps, orgId, pass, reply)
    },
  )

export async function sendApplePass(
  { sql, seal, publicUrl }: PlatformDeps,
  orgId: OrgId,
  pass: PassRow,
  reply: FastifyReply,
) {
  const keys = await openAppleKeys(orgId, sql, seal)
  if (!keys) throw walletUnset('Apple Wallet')
  return reply
    .type(PKPASS_TYPE)
    .header('content-disposition', `attachment; filename="ticket-${pass.ticket_id}.pkpass"`)
    .send(applePass(pass, keys, passService(publicUrl, seal, orgId, pass)))
}

export const GoogleWalletLink = Type.Object(
  { url: Type.String({ description: 'for the button: opens Google Wallet with the pass' }) },
  { title: 'GoogleWalletLink' },
)

export const retrieveGoogleWalletLink: Operation<RotationDeps> = (app, deps) =>
  app.get(
    '/v1/storefront/order/tickets/:ticket_id/google_wallet',
    {
      config,
      schema: {
        operationId: 'retrieveGoogleWalletLink',
        summary: 'Retrieve the link that puts a ticket of the buyer’s into Google Wallet',
        description:
          'By the order’s secret. 409 where the organisation offers none (`wallets` of the storefront), or the ticket is not active.',
        ...common,
        response: { 200: GoogleWalletLink },
      },
    },
    async ({ orgId, headers, params }) => {
      const pass = await findOwnPass(deps, orgId, await orderOfSecret(deps, orgId, headers), params.ticket_id)
      return googleLinkTo(deps, orgId, pass)
    },
  )

export async function googleLinkTo(deps: PlatformDeps & RotationDeps, orgId: OrgId, pass: PassRow) {
  const keys = await openGoogleKeys(orgId, deps.sql, deps.seal)
  if (!keys) throw walletUnset('Google Wallet')
  await noteGoogle(orgId, deps, pass)
  return { url: await googleLink(orgId, pass, keys, deps.clock(), await rotationKeyOf(deps, orgId, pass)) }
}

async function findOwnPass(deps: PlatformDeps, orgId: OrgId, orderId: number, ticketId: number): Promise<PassRow> {
  const pass = await findActivePass(deps, orgId, ticketId)
  if (pass.order_id !== orderId || pass.transferred) throw new ApiError('resource_missing')
  return pass
}

/** Whose it is, the caller has to know. */
export async function findActivePass(
  { sql }: Pick<PlatformDeps, 'sql'>,
  orgId: OrgId,
  ticketId: number,
): Promise<PassRow> {
  const [pass] = await findPass(orgId, sql, ticketId)
  if (!pass) throw new ApiError('resource_missing')
  if (pass.ticket_status_id !== ticketStatus.active) {
    throw new ApiError('state_conflict', { message: 'The ticket is not active, so it has no pass.' })
  }
  return pass
}

/** Whoever follows the link has the pass as it was read; from here on it is updated. One that Google has already is not changed by a link. */
const noteGoogle = (orgId: OrgId, { sql, clock }: PlatformDeps, { ticket_id, changed_at }: PassRow) => sql`
  insert into wallet_passes (org_id, ticket_id, wallet, told_at, due_at, created_at, changed_at)
  values (${orgId}, ${ticket_id}, 'google', ${upTo(changed_at)}, ${clock()}, ${clock()}, ${clock()})
  on conflict (org_id, ticket_id, wallet, device_library_id) do nothing`

async function rotationKeyOf(
  { sql, rotation }: PlatformDeps & RotationDeps,
  orgId: OrgId,
  pass: PassRow,
): Promise<Buffer | undefined> {
  if (!pass.rotating_barcodes || pass.barcode === null) return undefined
  const found = await rotationOf(await rotation.keysOf(orgId, sql, pass.event_id, pass.barcode), pass.barcode)
  return found ? Buffer.from(found.key, 'base64url') : undefined
}
