import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { OrgId } from '../../access/principal.ts'
import { type Credential, credential } from '../../platform/http/guarded-fields.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { type SystemClock, unixSeconds } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { ensureSigningKey, type SigningKey } from './signing-keys.ts'
import { encodeTicketCode, ticketPayload } from './ticket-code.ts'

export type TicketToSign = {
  eventId: number
  ticketId: number
  priceCategoryId: number
  /** 0 for the first ticket of a place. */
  revision: number
  validUntil: Date | null
}

const signAsync = promisify(sign) as (
  algorithm: null,
  data: Uint8Array,
  key: SigningKey['privateKey'],
) => Promise<Buffer>

/** Signs the barcodes of tickets, and keeps the opened keys of events. */
export type TicketSigner = {
  /**
   * In the order of the tickets. Their ids are drawn from the sequence before, so that what is inserted is complete.
   *
   * Call it before the transaction begins: it may have to make the event's key, on a connection of its own, and a signature
   * takes 50 µs of a processor, during which no request should wait for a row. Signing is done beside the event loop.
   */
  sign(orgId: OrgId, tickets: TicketToSign[]): Promise<Credential[]>
  /** For the process in which a key was replaced; the others read theirs again when its time is up. */
  forget(orgId: OrgId, eventId: number): void
}

const KEYS_MAX = 1000
export type SigningDeps = { signer: TicketSigner }

/** After this a key is read again, so that one that was retired elsewhere stops signing here. */
const KEPT_MS = 600_000
/** So long after it was retired, nothing that another process signs with a key is still on its way into the table. */
export const SIGNS_ON_MS = 900_000

type CachedKey = { key: Promise<SigningKey>; until: number }

export function createTicketSigner(deps: { sql: Sql; systemClock: SystemClock; seal: Seal }): TicketSigner {
  const keys = new LRUCache<string, CachedKey>({ max: KEYS_MAX })

  function keyOf(orgId: OrgId, eventId: number): Promise<SigningKey> {
    const name = `${orgId}/${eventId}`
    const now = deps.systemClock().getTime()
    const cached = keys.get(name)
    if (cached && cached.until > now) return cached.key
    const key = ensureSigningKey(orgId, deps.sql, deps, eventId)
    keys.set(name, { key, until: now + KEPT_MS })
    // A failure is not kept: the next one tries again.
    key.catch(() => keys.get(name)?.key === key && keys.delete(name))
    return key
  }

  return {
    sign: (orgId, tickets) =>
      Promise.all(tickets.map(async (ticket) => signTicket(await keyOf(orgId, ticket.eventId), ticket))),
    forget: (orgId, eventId) => {
      keys.delete(`${orgId}/${eventId}`)
    },
  }
}

export async function signTicket(key: SigningKey, ticket: TicketToSign): Promise<Credential> {
  const payload = ticketPayload({
    signingKeyId: key.signingKeyId,
    eventId: ticket.eventId,
    ticketId: ticket.ticketId,
    priceCategoryId: ticket.priceCategoryId,
    validUntilUnix: ticket.validUntil === null ? null : unixSeconds(ticket.validUntil),
    revision: ticket.revision,
  })
  return credential(encodeTicketCode(payload, await signAsync(null, payload, key.privateKey)))
}
