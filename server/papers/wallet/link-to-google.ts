import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { RotationDeps } from '../../tickets/tickets/rotation-keys.ts'
import { rotationOf } from '../../tickets/tickets/ticket-rotation.ts'
import type { CardRow } from '../ticket-files/member-cards.ts'
import { googleCard } from './card-pass.ts'
import type { PassRow } from './find-pass.ts'
import { googleLink, googleTicket } from './google-pass.ts'
import { type PassName, passTables } from './pass-kinds.ts'
import { upTo } from './pass-token.ts'
import { openGoogleKeys, walletUnset } from './wallet-settings.ts'

export const GoogleWalletLink = Type.Object(
  { url: Type.String({ description: 'for the button: opens Google Wallet with the pass' }) },
  { title: 'GoogleWalletLink' },
)

export async function googleLinkTo(deps: PlatformDeps & RotationDeps, orgId: OrgId, pass: PassRow) {
  const keys = await openGoogleKeys(orgId, deps.sql, deps.seal)
  if (!keys) throw walletUnset('Google Wallet')
  await noteGoogle(orgId, deps, { kind: 'ticket', id: pass.ticket_id }, pass.changed_at)
  const ticket = googleTicket(deps.publicUrl, orgId, pass, keys, await rotationKeyOf(deps, orgId, pass))
  return { url: await googleLink(ticket, keys, deps.systemClock()) }
}

export async function googleLinkToCard(deps: PlatformDeps, orgId: OrgId, card: CardRow) {
  const keys = await openGoogleKeys(orgId, deps.sql, deps.seal)
  if (!keys) throw walletUnset('Google Wallet')
  await noteGoogle(orgId, deps, { kind: 'member', id: card.membership_member_id }, card.changed_at)
  return { url: await googleLink(googleCard(deps.publicUrl, orgId, card, keys), keys, deps.systemClock()) }
}

/** A fan who follows the link has the pass as it was read; from here on it is updated. One that Google has already is not changed by a link. */
function noteGoogle(orgId: OrgId, { sql, clock }: PlatformDeps, { kind, id }: PassName, changedAt: Date) {
  const now = clock(orgId)
  const { table, id: column } = passTables[kind]
  return sql`
    insert into ${sql(table)} (org_id, ${sql(column)}, wallet, told_at, due_at, created_at, changed_at)
    values (${orgId}, ${id}, 'google', ${upTo(changedAt)}, ${now}, ${now}, ${now})
    on conflict (org_id, ${sql(column)}, wallet, device_library_id) do nothing`
}

async function rotationKeyOf(
  { sql, rotation }: PlatformDeps & RotationDeps,
  orgId: OrgId,
  pass: PassRow,
): Promise<Buffer | undefined> {
  if (!pass.rotating_barcodes || pass.barcode === null) return undefined
  const barcodeRotation = await rotationOf(await rotation.keysOf(orgId, sql, pass.event_id, pass.barcode), pass.barcode)
  return barcodeRotation ? Buffer.from(exposed(barcodeRotation.key), 'base64url') : undefined
}
