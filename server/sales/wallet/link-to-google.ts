import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { RotationDeps } from '../tickets/rotation-keys.ts'
import { rotationOf } from '../tickets/ticket-rotation.ts'
import type { PassRow } from './find-pass.ts'
import { googleLink } from './google-pass.ts'
import { upTo } from './pass-token.ts'
import { openGoogleKeys, walletUnset } from './wallet-settings.ts'

export const GoogleWalletLink = Type.Object(
  { url: Type.String({ description: 'for the button: opens Google Wallet with the pass' }) },
  { title: 'GoogleWalletLink' },
)

export async function googleLinkTo(deps: PlatformDeps & RotationDeps, orgId: OrgId, pass: PassRow) {
  const keys = await openGoogleKeys(orgId, deps.sql, deps.seal)
  if (!keys) throw walletUnset('Google Wallet')
  await noteGoogle(orgId, deps, pass)
  return {
    url: await googleLink(
      deps.publicUrl,
      orgId,
      pass,
      keys,
      deps.systemClock(),
      await rotationKeyOf(deps, orgId, pass),
    ),
  }
}

/** A fan who follows the link has the pass as it was read; from here on it is updated. One that Google has already is not changed by a link. */
const noteGoogle = (orgId: OrgId, { sql, clock }: PlatformDeps, { ticket_id, changed_at }: PassRow) => sql`
  insert into wallet_passes (org_id, ticket_id, wallet, told_at, due_at, created_at, changed_at)
  values (${orgId}, ${ticket_id}, 'google', ${upTo(changed_at)}, ${clock(orgId)}, ${clock(orgId)}, ${clock(orgId)})
  on conflict (org_id, ticket_id, wallet, device_library_id) do nothing`

async function rotationKeyOf(
  { sql, rotation }: PlatformDeps & RotationDeps,
  orgId: OrgId,
  pass: PassRow,
): Promise<Buffer | undefined> {
  if (!pass.rotating_barcodes || pass.barcode === null) return undefined
  const barcodeRotation = await rotationOf(await rotation.keysOf(orgId, sql, pass.event_id, pass.barcode), pass.barcode)
  return barcodeRotation ? Buffer.from(exposed(barcodeRotation.key), 'base64url') : undefined
}
