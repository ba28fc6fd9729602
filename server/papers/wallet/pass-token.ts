import type { OrgId } from '../../access/principal.ts'
import type { Seal } from '../../platform/values/seal.ts'

/*
 * What a phone proves itself with when it asks for a pass anew: its serial number and when what the pass says was last changed, sealed
 * for its organisation. A phone that registers tells by it which pass it holds.
 */

const TOKEN_CHARACTERS_MAX = 200
const contextOf = (orgId: OrgId) => `wallet pass ${orgId}`

type Pass = { serial: string; changedAt: Date }

const passToken = (seal: Seal, orgId: OrgId, { serial, changedAt }: Pass): string =>
  seal.close(`${serial} ${changedAt.getTime()}`, contextOf(orgId)).toString('base64url')

/** `ApplePass` and the token, as phones send it in Authorization: of when the pass is that it came with, or undefined where it is no token of it. */
export function readToken(seal: Seal, orgId: OrgId, serial: string, authorization = ''): Date | undefined {
  const [scheme, token = ''] = authorization.split(' ')
  if (scheme !== 'ApplePass' || token.length > TOKEN_CHARACTERS_MAX) return undefined
  try {
    const [id, changedMs = '0'] = seal.open(Buffer.from(token, 'base64url'), contextOf(orgId)).split(' ')
    return id === serial ? upTo(new Date(Number(changedMs))) : undefined
  } catch {
    return undefined
  }
}

/** The database has microseconds, of which a Date knows nothing: a pass of this instant has all that changed within its millisecond. */
export const upTo = (changedAt: Date): Date => new Date(changedAt.getTime() + 1)

/** Phones take passes with an address over TLS only; without it a pass is never updated. */
export const passService = (publicUrl: string, seal: Seal, orgId: OrgId, pass: Pass) =>
  publicUrl.startsWith('https:')
    ? { url: `${publicUrl}/v1/wallet/apple/${orgId}`, token: passToken(seal, orgId, pass) }
    : undefined
