import type { OrgId } from '../../access/principal.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'

/*
 * What a link to a member carries: who they are and until when it counts, sealed under the installation's secret. It opens for the
 * organisation that made it alone, and tells its bearer nothing. It proves a person, not a membership: that is looked at anew at
 * every checkout, so a link is worth nothing once the membership is cancelled.
 */

export const LINK_TOKEN_CHARACTERS_MAX = 500

type LinkContent = { user_id: number; expires_at: number }

const contextOf = (orgId: OrgId) => `sale link ${orgId}`

export function makeLinkToken(seal: Seal, orgId: OrgId, userId: number, expiresAt: Date): string {
  const content: LinkContent = { user_id: userId, expires_at: unixSeconds(expiresAt) }
  return seal.close(JSON.stringify(content), contextOf(orgId)).toString('base64url')
}

/** The customer whom a link proves; undefined for one that is not ours, or is too old. */
export function readLinkToken(seal: Seal, orgId: OrgId, token: string, now: Date): number | undefined {
  const content = openLink(seal, orgId, token)
  return content && content.expires_at > unixSeconds(now) ? content.user_id : undefined
}

function openLink(seal: Seal, orgId: OrgId, token: string): LinkContent | undefined {
  try {
    return JSON.parse(seal.open(Buffer.from(token, 'base64url'), contextOf(orgId))) as LinkContent
  } catch {
    return undefined
  }
}
