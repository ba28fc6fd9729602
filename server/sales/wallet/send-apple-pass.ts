import type { FastifyReply } from 'fastify'
import type { OrgId } from '../../access/principal.ts'
import type { LogoDeps } from '../../messages/mail/logos.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import { applePass, PKPASS_TYPE } from './apple-pass.ts'
import type { PassRow } from './find-pass.ts'
import { passService } from './pass-token.ts'
import { openAppleKeys, walletUnset } from './wallet-settings.ts'

export const passAnswer = {
  description: 'The pass',
  content: { 'application/vnd.apple.pkpass': { schema: { type: 'string' } } },
}

export async function sendApplePass(deps: PlatformDeps & LogoDeps, orgId: OrgId, pass: PassRow, reply: FastifyReply) {
  const { sql, seal, publicUrl } = deps
  const keys = await openAppleKeys(orgId, sql, seal)
  if (!keys) throw walletUnset('Apple Wallet')
  return reply
    .type(PKPASS_TYPE)
    .header('content-disposition', `attachment; filename="ticket-${pass.ticket_id}.pkpass"`)
    .send(await applePass(deps, pass, keys, passService(publicUrl, seal, orgId, pass)))
}
