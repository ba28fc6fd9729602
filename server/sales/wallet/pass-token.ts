import type { OrgId } from '../../access/principal.ts'
import type { Seal } from '../../platform/values/seal.ts'

/** What a phone proves itself with when it asks for a pass anew: the ticket's number, sealed for its organisation. */

const TOKEN_CHARACTERS_MAX = 200
const contextOf = (orgId: OrgId) => `wallet pass ${orgId}`

export const passToken = (seal: Seal, orgId: OrgId, ticketId: number): string =>
  seal.close(String(ticketId), contextOf(orgId)).toString('base64url')

/** `ApplePass` and the token, as phones send it in Authorization. */
export function isTokenOf(seal: Seal, orgId: OrgId, ticketId: number, authorization = ''): boolean {
  const [scheme, token = ''] = authorization.split(' ')
  if (scheme !== 'ApplePass' || token.length > TOKEN_CHARACTERS_MAX) return false
  try {
    return seal.open(Buffer.from(token, 'base64url'), contextOf(orgId)) === String(ticketId)
  } catch {
    return false
  }
}

/** Phones take passes with an address over TLS only; without it a pass is never updated. */
export const passService = (publicUrl: string, seal: Seal, orgId: OrgId, ticketId: number) =>
  publicUrl.startsWith('https:')
    ? { url: `${publicUrl}/v1/wallet/apple/${orgId}`, token: passToken(seal, orgId, ticketId) }
    : undefined
