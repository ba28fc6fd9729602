import type { OrgId } from '../../access/principal.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { type MailedCode, openMailedCode, sealMailedCode } from '../mailed-codes/mailed-code.ts'
import type { Identity } from './verify-token.ts'

/** Bound to the identity: a row that is moved to another one does not open. */
const contextOf = (orgId: OrgId, { issuer, subject }: Identity) => `sso_link_codes ${orgId} ${issuer} ${subject}`

export const sealLinkCode = (seal: Seal, orgId: OrgId, identity: Identity, code: MailedCode): Buffer =>
  sealMailedCode(seal, contextOf(orgId, identity), code)

export const openLinkCode = (seal: Seal, orgId: OrgId, identity: Identity, sealed: Buffer): MailedCode =>
  openMailedCode(seal, contextOf(orgId, identity), sealed)
