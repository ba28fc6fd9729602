import type { FastifyReply } from 'fastify'
import type { OrgId } from '../../access/principal.ts'
import type { LogoDeps } from '../../messages/mail/logos.ts'
import { named } from '../../platform/http/file-name.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { CardRow } from '../ticket-files/member-cards.ts'
import { applePass, PKPASS_TYPE, signPass } from './apple-pass.ts'
import { cardPassJson } from './card-pass.ts'
import type { PassRow } from './find-pass.ts'
import { serialOf } from './pass-kinds.ts'
import { passService } from './pass-token.ts'
import { type AppleKeys, openAppleKeys, walletUnset } from './wallet-settings.ts'

export const passAnswer = {
  description: 'The pass',
  content: { 'application/vnd.apple.pkpass': { schema: { type: 'string' } } },
}

type Deps = PlatformDeps & LogoDeps

export const sendApplePass = async (deps: Deps, orgId: OrgId, pass: PassRow, reply: FastifyReply) =>
  sendFile(reply, `ticket-${pass.ticket_id}`, await ticketPass(deps, orgId, pass, await requireKeys(deps, orgId)))

export const sendAppleCard = async (deps: Deps, orgId: OrgId, card: CardRow, reply: FastifyReply) =>
  sendFile(reply, `card-${card.member_number}`, await cardPass(deps, orgId, card, await requireKeys(deps, orgId)))

/** A ticket's pass, which asks us for what has changed. */
export function ticketPass(deps: Deps, orgId: OrgId, pass: PassRow, keys: AppleKeys): Promise<Buffer> {
  const names = { serial: serialOf({ kind: 'ticket', id: pass.ticket_id }), changedAt: pass.changed_at }
  return applePass(deps, pass, keys, passService(deps.publicUrl, deps.seal, orgId, names))
}

/** A member's card as a pass, likewise. */
export function cardPass(deps: Deps, orgId: OrgId, card: CardRow, keys: AppleKeys): Promise<Buffer> {
  const names = { serial: serialOf({ kind: 'member', id: card.membership_member_id }), changedAt: card.changed_at }
  const service = passService(deps.publicUrl, deps.seal, orgId, names)
  return signPass(deps, card, cardPassJson(card, deps.publicUrl, keys), keys, service)
}

async function requireKeys({ sql, seal }: Deps, orgId: OrgId): Promise<AppleKeys> {
  const keys = await openAppleKeys(orgId, sql, seal)
  if (!keys) throw walletUnset('Apple Wallet')
  return keys
}

const sendFile = (reply: FastifyReply, name: string, file: Buffer) =>
  reply
    .type(PKPASS_TYPE)
    .header('content-disposition', named('attachment', `${name}.pkpass`))
    .send(file)
