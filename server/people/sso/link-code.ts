import { timingSafeEqual } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import { type RandomBytes, systemRandom } from '../../platform/values/random.ts'
import type { Seal } from '../../platform/values/seal.ts'
import type { Identity } from './verify-token.ts'

export const CODE_KEPT_MS = 10 * 60_000
export const TRIES_MAX = 5

const CODES = 1_000_000
/** The largest multiple of a million that four bytes can hold: what lies above it would favour the low codes. */
const UNBIASED_BELOW = 4_294_000_000

export function newCode(random: RandomBytes = systemRandom): string {
  for (;;) {
    const number = random(4).readUInt32BE()
    if (number < UNBIASED_BELOW) return String(number % CODES).padStart(6, '0')
  }
}

export type LinkCode = { code: string; email: string }

/** Bound to the identity: a row that is moved to another one does not open. */
const contextOf = (orgId: OrgId, { issuer, subject }: Identity) => `sso_link_codes ${orgId} ${issuer} ${subject}`

export const sealCode = (seal: Seal, orgId: OrgId, identity: Identity, code: LinkCode): Buffer =>
  seal.close(JSON.stringify(code), contextOf(orgId, identity))

export const openCode = (seal: Seal, orgId: OrgId, identity: Identity, sealed: Buffer): LinkCode =>
  JSON.parse(seal.open(sealed, contextOf(orgId, identity))) as LinkCode

export const isSameCode = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
