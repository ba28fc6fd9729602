import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { type Clock, unixSeconds } from '../../platform/values/clock.ts'
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

export type SigningDeps = { sql: Sql; clock: Clock; seal: Seal }

const signAsync = promisify(sign) as (
  algorithm: null,
  data: Uint8Array,
  key: SigningKey['privateKey'],
) => Promise<Buffer>

/**
 * Barcodes for tickets, in their order. The tickets' ids are drawn from their sequence before, so that what is inserted is
 * complete.
 *
 * Call it before the transaction begins: it may have to make the event's key, on a connection of its own, and a signature
 * takes 50 µs of a processor, during which nobody should wait for a row. Signing is done beside the event loop.
 */
export async function signTickets(deps: SigningDeps, orgId: OrgId, tickets: TicketToSign[]): Promise<string[]> {
  const keys = new Map<number, SigningKey>()
  for (const eventId of new Set(tickets.map((ticket) => ticket.eventId))) {
    keys.set(eventId, await cachedKeyOf(deps, orgId, eventId))
  }
  return Promise.all(
    tickets.map((ticket) => {
      const key = keys.get(ticket.eventId)
      if (!key) throw new Error(`event ${ticket.eventId} has no key to sign its tickets`)
      return signTicket(key, ticket)
    }),
  )
}

export async function signTicket(key: SigningKey, ticket: TicketToSign): Promise<string> {
  const payload = ticketPayload({
    signingKeyId: key.signingKeyId,
    eventId: ticket.eventId,
    ticketId: ticket.ticketId,
    priceCategoryId: ticket.priceCategoryId,
    validUntilUnix: ticket.validUntil === null ? null : unixSeconds(ticket.validUntil),
    revision: ticket.revision,
  })
  return encodeTicketCode(payload, await signAsync(null, payload, key.privateKey))
}

const KEYS_MAX = 1000
/** After this a key is read again, so that one that was retired elsewhere stops signing here. */
const KEPT_MS = 600_000
/** So long after it was retired, nothing that another process signs with a key is still on its way into the table. */
export const SIGNS_ON_MS = 900_000

type Kept = { key: Promise<SigningKey>; until: number }

/** Opened keys, for each database that this process talks to. */
const keptOf = new WeakMap<Sql, Map<string, Kept>>()

/** For the process in which a key was replaced; the others read theirs again when its time is up. */
export const forgetSigningKey = (sql: Sql, orgId: OrgId, eventId: number): void => {
  keptOf.get(sql)?.delete(nameOf(orgId, eventId))
}

const nameOf = (orgId: OrgId, eventId: number) => `${orgId}/${eventId}`

function cachedKeyOf(deps: SigningDeps, orgId: OrgId, eventId: number): Promise<SigningKey> {
  const now = deps.clock().getTime()
  const kept = keptOf.get(deps.sql) ?? new Map<string, Kept>()
  keptOf.set(deps.sql, kept)
  const name = nameOf(orgId, eventId)
  const there = kept.get(name)
  if (there && there.until > now) return there.key
  const key = ensureSigningKey(orgId, deps.sql, deps, eventId)
  kept.delete(name)
  kept.set(name, { key, until: now + KEPT_MS })
  // A failure is not kept: the next one tries again.
  key.catch(() => kept.get(name)?.key === key && kept.delete(name))
  const [oldest] = kept.keys()
  if (kept.size > KEYS_MAX && oldest !== undefined) kept.delete(oldest)
  return key
}
