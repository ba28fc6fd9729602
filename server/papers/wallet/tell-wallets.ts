import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { type Db, type Sql, when } from '../../platform/postgres/database.ts'
import { records } from '../../platform/postgres/records.ts'
import { type Clocks, realTime } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import type { Seal } from '../../platform/values/seal.ts'
import type { RotationKeyStore } from '../../tickets/tickets/rotation-keys.ts'
import { rotationOf } from '../../tickets/tickets/ticket-rotation.ts'
import { findCards } from '../ticket-files/member-cards.ts'
import { openPusher, type PassPushed } from './apple-push.ts'
import { googleCard } from './card-pass.ts'
import { findPass, type PassRow } from './find-pass.ts'
import { googleTicket } from './google-pass.ts'
import { type GoogleApi, openGoogleUpdater } from './google-update.ts'
import { type PassKind, passesAndSources, passKinds, passTables } from './pass-kinds.ts'
import { openAppleKeys, openGoogleKeys } from './wallet-settings.ts'

export type WalletServices = { apnsUrl: string; apnsCa?: string; google: GoogleApi }
type WalletDeps = Clocks & {
  sql: Sql
  seal: Seal
  publicUrl: string
  rotation: RotationKeyStore
  services: WalletServices
}

/** Passes that are looked at in one statement, and statements in one run for a wallet of an organisation. */
const LIMITS = { scannedAtOnce: 500, pagesMax: 100 }
/** An organisation that has more to tell goes on in the next run. */
const RUN_MS = 10_000
/** More than one machine's worker can have; a bound, and no more. */
const ORGANISATIONS_MAX = 10_000
/** One whose wallet is slow to answer keeps only those of its lane waiting. */
const LANES = 5
const GOOGLE_AT_ONCE = 8
/** Told twice is told: a pass whose answer never came is tried again after this. */
const AGAIN_AFTER_MS = 5 * MINUTE_MS

type Wallet = 'apple' | 'google'
type PassKey = { pass_id: number; device_library_id: string }
type DuePass = PassKey & { push_token: string | null }
/** How phones of one organisation are told: the answers stand as the passes do. */
type Teller = { tell(kind: PassKind, passes: DuePass[]): Promise<PassPushed[]>; close(): void }

/**
 * Tells phones that a ticket, its event or a member has changed: a moved kick-off, another seat, a cancelled match. Each run goes through the
 * passes of every organisation from where the last one stopped, so that however many there are, a run stays short.
 */
export function walletTeller(deps: WalletDeps, limits = LIMITS): () => Promise<number> {
  const { sql, systemClock } = deps
  const stoppedAt = new Map<string, PassKey>()
  return async () => {
    const work = async (orgId: OrgId) => {
      let passes = 0
      for (const wallet of ['apple', 'google'] as const)
        for (const kind of passKinds) passes += await tellWallet(deps, limits, stoppedAt, orgId, { wallet, kind })
      return passes
    }
    const due = () => ({ rows: sql`select org_id from wallet_settings where true`, oldest: sql`org_id` })
    const wallets = { due, batch: 1, organisationsMax: ORGANISATIONS_MAX, lanes: LANES }
    return eachDue(sql, realTime(systemClock), wallets, work)
  }
}

async function tellWallet(
  deps: WalletDeps,
  { scannedAtOnce, pagesMax }: typeof LIMITS,
  stoppedAt: Map<string, PassKey>,
  orgId: OrgId,
  passesOf: PassesOf,
): Promise<number> {
  const { sql, clock } = deps
  const { wallet, kind } = passesOf
  const place = `${orgId} ${wallet} ${kind}`
  const endBy = performance.now() + RUN_MS
  let teller: Teller | undefined
  let passes = 0
  try {
    for (let pages = 0; pages < pagesMax && performance.now() < endBy; pages += 1) {
      const now = clock(orgId)
      const page = await findPage(orgId, sql, now, { ...passesOf, after: stoppedAt.get(place), rows: scannedAtOnce })
      const last = page.at(-1)
      if (last && page.length === scannedAtOnce) stoppedAt.set(place, last)
      else stoppedAt.delete(place)
      const due = await claim(
        orgId,
        sql,
        now,
        passesOf,
        page.filter(({ is_due }) => is_due),
      )
      if (due.length > 0) {
        teller ??= await (wallet === 'apple' ? openApple(deps, orgId) : openGoogle(deps, orgId))
        if (!teller) break
        const answers = await teller.tell(kind, due)
        const withAnswer = (wanted: PassPushed) => due.filter((_pass, index) => answers[index] === wanted)
        await noteTold(orgId, sql, now, passesOf, withAnswer('told'))
        await forget(orgId, sql, passesOf, withAnswer('gone'))
        passes += due.length
        // A service that does not answer is left alone until the next run.
        if (answers.includes('unknown')) break
      }
      if (!stoppedAt.has(place)) break
    }
  } finally {
    teller?.close()
  }
  return passes
}

async function openApple({ sql, seal, services }: WalletDeps, orgId: OrgId): Promise<Teller | undefined> {
  const keys = await openAppleKeys(orgId, sql, seal)
  if (!keys) return undefined
  const pusher = openPusher(services.apnsUrl, keys, services.apnsCa)
  // One connection carries them side by side.
  const tell = (_kind: PassKind, passes: DuePass[]) =>
    Promise.all(passes.map(({ push_token }) => pusher.push(push_token ?? '')))
  return { tell, close: () => pusher.close() }
}

async function openGoogle(
  { sql, systemClock, seal, publicUrl, rotation, services }: WalletDeps,
  orgId: OrgId,
): Promise<Teller | undefined> {
  const keys = await openGoogleKeys(orgId, sql, seal)
  const google = keys && (await openGoogleUpdater(services.google, keys, systemClock()))
  if (!google) return undefined
  const tellOne = async (kind: PassKind, { pass_id: id }: DuePass): Promise<PassPushed> => {
    if (kind === 'member') {
      const [card] = await findCards(orgId, sql, [id])
      return card ? google.update(googleCard(publicUrl, orgId, card, keys)) : 'gone'
    }
    const [row] = await findPass(orgId, sql, id)
    if (!row) return 'gone'
    return google.update(googleTicket(publicUrl, orgId, row, keys, await keyOf(rotation, orgId, sql, row)))
  }
  return {
    async tell(kind, passes) {
      const answers = passes.map((): PassPushed => 'unknown')
      const waiting = [...passes.entries()]
      let failed = false
      const lane = async () => {
        for (let next = waiting.shift(); next && !failed; next = waiting.shift()) {
          const [index, pass] = next
          const answer = await tellOne(kind, pass)
          answers[index] = answer
          if (answer === 'unknown') failed = true
        }
      }
      await Promise.all(Array.from({ length: GOOGLE_AT_ONCE }, lane))
      return answers
    },
    close: () => undefined,
  }
}

async function keyOf(rotation: RotationKeyStore, orgId: OrgId, sql: Db, row: PassRow): Promise<Buffer | undefined> {
  if (!row.rotating_barcodes || row.barcode === null) return undefined
  const barcodeRotation = await rotationOf(await rotation.keysOf(orgId, sql, row.event_id, row.barcode), row.barcode)
  return barcodeRotation ? Buffer.from(exposed(barcodeRotation.key), 'base64url') : undefined
}

type ScannedPass = PassKey & { is_due: boolean }
type PassesOf = { wallet: Wallet; kind: PassKind }
type Page = PassesOf & { after: PassKey | undefined; rows: number }

const findPage = (orgId: OrgId, sql: Sql, now: Date, { wallet, kind, after, rows }: Page) => sql<ScannedPass[]>`
  select p.pass_id, p.device_library_id, p.due_at <= ${now} and p.source_changed_at > p.told_at as is_due
  from ${passesAndSources(orgId, sql, kind)}
  where p.wallet = ${wallet}
    ${when(sql, after, (last) => sql`and (p.pass_id, p.device_library_id) > (${last.pass_id}, ${last.device_library_id})`)}
  order by p.pass_id, p.device_library_id
  limit ${rows}`

const keyColumns = { pass_id: 'bigint', device_library_id: 'text' } as const

/** Rows `p` of a kind, by the keys `r`. */
const isOneOf = (orgId: OrgId, sql: Db, { wallet, kind }: PassesOf) => sql`
  p.org_id = ${orgId}
  and p.wallet = ${wallet}
  and ${sql(`p.${passTables[kind].id}`)} = r.pass_id
  and p.device_library_id = r.device_library_id`

/** Put off before a phone is told, so that a second worker, or this one after a crash, comes back to them later. */
async function claim(orgId: OrgId, sql: Sql, now: Date, passesOf: PassesOf, passes: PassKey[]): Promise<DuePass[]> {
  if (passes.length === 0) return []
  return sql<DuePass[]>`
    update ${sql(passTables[passesOf.kind].table)} p
    set due_at = ${new Date(now.getTime() + AGAIN_AFTER_MS)}
    from ${records(sql, keyColumns, passes)}
    where ${isOneOf(orgId, sql, passesOf)}
      and p.due_at <= ${now}
    returning r.pass_id, p.device_library_id, p.push_token`
}

/** `at` is when the passes were claimed: whatever changes after it is told again. */
async function noteTold(orgId: OrgId, sql: Db, at: Date, passesOf: PassesOf, passes: PassKey[]): Promise<void> {
  if (passes.length === 0) return
  await sql`
    update ${sql(passTables[passesOf.kind].table)} p
    set told_at = ${at}, due_at = ${at}
    from ${records(sql, keyColumns, passes)}
    where ${isOneOf(orgId, sql, passesOf)}`
}

async function forget(orgId: OrgId, sql: Db, passesOf: PassesOf, passes: PassKey[]): Promise<void> {
  if (passes.length === 0) return
  await sql`
    delete from ${sql(passTables[passesOf.kind].table)} p
    using ${records(sql, keyColumns, passes)}
    where ${isOneOf(orgId, sql, passesOf)}`
}
