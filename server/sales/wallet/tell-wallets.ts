import { isWorkedOn, organisationsWith } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import type { Seal } from '../../platform/values/seal.ts'
import type { RotationKeyStore } from '../tickets/rotation-keys.ts'
import { rotationOf } from '../tickets/ticket-rotation.ts'
import { openPusher, type PassTold } from './apple-push.ts'
import { findPass, type PassRow } from './find-pass.ts'
import { type GoogleApi, openGoogleUpdater } from './google-update.ts'
import { openAppleKeys, openGoogleKeys } from './wallet-settings.ts'

export type WalletServices = { apnsUrl: string; apnsCa?: string; google: GoogleApi }
type WalletDeps = { sql: Sql; clock: Clock; seal: Seal; rotation: RotationKeyStore; services: WalletServices }

/** So many of one organisation at a time, wallet by wallet. */
const PASSES_AT_ONCE = 200
const ROUNDS_MAX = 20
/** PassTold twice is told: a pass whose answer never came is tried again after this. */
const AGAIN_AFTER_MS = 5 * MINUTE_MS

/** Tells phones that a ticket or its event has changed: a moved kick-off, another seat, a cancelled match. */
export async function tellWallets(deps: WalletDeps): Promise<number> {
  const { sql, clock } = deps
  const now = clock()
  const due = sql`
    select p.org_id
    from wallet_passes p
    where p.due_at <= ${now}
      and ${isWorkedOn(sql, now, 'p.org_id')}`
  let told = 0
  for (const orgId of await organisationsWith(sql, due)) {
    told += (await inRounds(() => tellApple(deps, orgId))) + (await inRounds(() => tellGoogle(deps, orgId)))
  }
  return told
}

/** Until less than a round is left; what is left after the last one is for the next time. */
async function inRounds(round: () => Promise<number>): Promise<number> {
  let sum = 0
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    const told = await round()
    sum += told
    if (told < PASSES_AT_ONCE) break
  }
  return sum
}

async function tellApple({ sql, clock, seal, services }: WalletDeps, orgId: OrgId): Promise<number> {
  const now = clock()
  const passes = await claim(orgId, sql, now, 'apple')
  const keys = passes.length === 0 ? undefined : await openAppleKeys(orgId, sql, seal)
  if (!keys) return 0
  const pusher = openPusher(services.apnsUrl, keys, services.apnsCa)
  try {
    // One connection carries them side by side.
    const answers = await Promise.all(passes.map(({ push_token }) => pusher.push(push_token ?? '')))
    for (const [index, pass] of passes.entries()) await settle(orgId, sql, now, pass, answers[index] ?? 'unknown')
  } finally {
    pusher.close()
  }
  return passes.length
}

async function tellGoogle({ sql, clock, seal, rotation, services }: WalletDeps, orgId: OrgId): Promise<number> {
  const now = clock()
  const passes = await claim(orgId, sql, now, 'google')
  const keys = passes.length === 0 ? undefined : await openGoogleKeys(orgId, sql, seal)
  const google = keys && (await openGoogleUpdater(services.google, orgId, keys, now))
  if (!google) return 0
  for (const pass of passes) {
    const [row] = await findPass(orgId, sql, pass.ticket_id)
    if (row) await settle(orgId, sql, now, pass, await google.update(row, await keyOf(rotation, orgId, sql, row)))
  }
  return passes.length
}

async function keyOf(rotation: RotationKeyStore, orgId: OrgId, sql: Db, row: PassRow): Promise<Buffer | undefined> {
  if (!row.rotating_barcodes || row.barcode === null) return undefined
  const found = await rotationOf(await rotation.keysOf(orgId, sql, row.event_id, row.barcode), row.barcode)
  return found ? Buffer.from(found.key, 'base64url') : undefined
}

type DuePass = { ticket_id: number; device_library_id: string; push_token: string | null }

/** Put off before anybody is told, so that a second worker, or this one after a crash, comes back to them later. */
const claim = (orgId: OrgId, sql: Sql, now: Date, wallet: 'apple' | 'google') =>
  sql.begin(async (tx) => {
    const passes = await tx<DuePass[]>`
      select p.ticket_id, p.device_library_id, p.push_token
      from wallet_passes p
      join tickets t on t.org_id = ${orgId} and t.ticket_id = p.ticket_id
      join events e on e.org_id = ${orgId} and e.event_id = t.event_id
      where p.org_id = ${orgId}
        and p.wallet = ${wallet}
        and p.due_at <= ${now}
        and greatest(t.changed_at, e.changed_at) > p.told_at
      order by p.ticket_id, p.device_library_id
      limit ${PASSES_AT_ONCE}
      for update of p skip locked`
    await tx`
      update wallet_passes
      set due_at = ${new Date(now.getTime() + AGAIN_AFTER_MS)}
      where org_id = ${orgId}
        and wallet = ${wallet}
        and (ticket_id, device_library_id) in (
          select ticket_id, device_library_id
          from unnest(
            ${passes.map(({ ticket_id }) => ticket_id)}::bigint[],
            ${passes.map(({ device_library_id }) => device_library_id)}::text[]
          ) as d (ticket_id, device_library_id)
        )`
    return [...passes]
  })

/** `at` is when the passes were claimed: whatever changes after it is told again. */
async function settle(orgId: OrgId, sql: Db, at: Date, pass: DuePass, told: PassTold): Promise<void> {
  if (told === 'unknown') return
  const { ticket_id, device_library_id } = pass
  const wallet = device_library_id === '' ? 'google' : 'apple'
  if (told === 'gone') {
    await sql`
      delete from wallet_passes
      where org_id = ${orgId}
        and ticket_id = ${ticket_id}
        and wallet = ${wallet}
        and device_library_id = ${device_library_id}`
    return
  }
  await sql`
    update wallet_passes
    set told_at = ${at}, due_at = ${at}
    where org_id = ${orgId}
      and ticket_id = ${ticket_id}
      and wallet = ${wallet}
      and device_library_id = ${device_library_id}`
}
