import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { type Concession, ConcessionOrNull } from '../../programme/prices/price.ts'
import { eventStatus } from '../../programme/statuses.ts'
import type { RotationKeyStore, RotationKeys } from '../../tickets/tickets/rotation-keys.ts'
import { listPublicKeys } from '../../tickets/tickets/signing-keys.ts'
import { deviceOf } from '../devices/device.ts'
import { findGateQuestions } from '../scans/gate-answers.ts'
import { leaveCodeHashes } from '../supervision/leave-code.ts'
import { codeKey } from '../supervision/sealed-code.ts'
import { bindingOf, readOwnGates } from './device-binding.ts'

const UnixOrNull = Nullable(Type.Integer({ description: 'Unix seconds' }))

/** Everything but the holders: what the rules ask about event, gates and prices. */
export const manifestHead = {
  barcode_key: Type.String({
    description: [
      'base64url; makes barcode_hash of a barcode: the first 12 bytes of its HMAC-SHA256, in base64url. It is this device’s, for this',
      'event and its gates and questions: where it is another than that of the manifest that you hold, fetch the whole one',
    ].join(' '),
  }),
  code_key: Type.String({
    description: 'P-256, base64url; seals a supervisor’s code until it is uploaded as sealed_code',
  }),
  leave_code_hashes: Type.Array(Type.String(), {
    description: 'SHA-256, base64url, of event_id, a colon and the code of the day that ends turnstile mode',
  }),
  event: Type.Object({
    event_id: Type.String(),
    title: Type.String(),
    event_status_id: Type.Integer(),
    venue_id: Nullable(Type.String()),
    doors_at: UnixOrNull,
    starts_at: Type.Integer(),
    ends_at: UnixOrNull,
    membership_seat_map_id: Nullable(Type.Integer()),
    rotating_barcodes: Type.Boolean({ description: 'tickets enter by the code of the moment only' }),
  }),
  public_keys: Type.Array(
    Type.Object({
      signing_key_id: Type.Integer(),
      public_key: Type.String({ description: 'Ed25519, base64url' }),
      rotation_key: Type.Optional(
        Type.String({ description: 'base64url; checks rotating codes, where there are any' }),
      ),
    }),
    { description: 'verify signed barcodes' },
  ),
  gates: Type.Array(
    Type.Object({
      gate_id: Type.Integer(),
      venue_id: Type.String(),
      name: Type.String(),
      open: Type.Boolean({ description: 'whether this device may scan there' }),
      closed: Type.Boolean({ description: 'lets no one in for now' }),
      directions: Nullable(Type.String({ description: 'how to find it' })),
    }),
  ),
  price_categories: Type.Array(
    Type.Object({
      price_category_id: Type.Integer(),
      title: Type.String(),
      gate_ids: Type.Array(Type.Integer(), { description: 'none: every gate' }),
    }),
  ),
  other_events: Type.Array(Type.Object({ event_id: Type.String(), title: Type.String(), starts_at: Type.Integer() }), {
    description: 'within a week of this one, so that a scanner can say whose ticket it is shown; at most 50',
  }),
  questions: Type.Array(Type.Object({ question_id: Type.Integer(), title: Type.String() }), {
    description: 'whose answers stewards are to see',
  }),
  prices: Type.Array(
    Type.Object({
      price_id: Type.Integer(),
      price_category_id: Type.Integer(),
      title: Type.String(),
      scanning_flag: Type.Integer(),
      concession: ConcessionOrNull('a price for which the steward looks twice'),
      gate_check: Nullable(Type.String({ description: 'what a steward looks at' })),
    }),
  ),
}

const Head = Type.Object(manifestHead)
export type ManifestHead = Static<typeof Head>

type HeadDeps = { sql: Db; clock: Clock; seal: Seal; rotation: RotationKeyStore }

const NO_KEYS: RotationKeys = new Map()

function rotationKeyIn(keys: RotationKeys, signingKeyId: number): { rotation_key?: string } {
  const key = keys.get(signingKeyId)
  return key ? { rotation_key: Buffer.from(key).toString('base64url') } : {}
}

/** With what the device can let in; the key of the barcodes changes with that, so that a device knows when its manifest is of no use. */
export async function readManifestHead(orgId: OrgId, deps: HeadDeps, keyId: number, eventId: number) {
  const { sql, clock, seal, rotation } = deps
  const [event] = await readEvent(orgId, sql, eventId)
  if (!event) throw new ApiError('resource_missing')
  const deviceId = await deviceOf(orgId, sql, clock, keyId)
  const keys = await listPublicKeys(orgId, sql, eventId)
  const rotationKeys = event.rotating_barcodes ? await rotation.keysOf(orgId, sql, eventId) : NO_KEYS
  const gates = event.venue_id === null ? [] : await readGates(orgId, sql, event.venue_id, deviceId)
  const categories = await readCategories(orgId, sql, eventId)
  const prices = await readPrices(orgId, sql, eventId)
  const questions = await findGateQuestions(orgId, sql, eventId)
  const binding = bindingOf(await readOwnGates(orgId, sql, deviceId, event.venue_id), categories)
  const keyOf = JSON.stringify([
    orgId,
    eventId,
    deviceId,
    binding.scansHere,
    binding.otherCategoryIds,
    ...questionsIn(questions),
  ])
  const head = {
    barcode_key: seal.fingerprint(keyOf, 'manifest barcodes'),
    code_key: codeKey(orgId, seal, eventId),
    leave_code_hashes: leaveCodeHashes(orgId, seal, eventId, clock(orgId)),
    event: {
      event_id: String(event.event_id),
      title: event.title,
      event_status_id: event.event_status_id,
      venue_id: event.venue_id === null ? null : String(event.venue_id),
      doors_at: event.doors_at ? unixSeconds(event.doors_at) : null,
      starts_at: unixSeconds(event.starts_at),
      ends_at: event.ends_at ? unixSeconds(event.ends_at) : null,
      membership_seat_map_id: event.membership_seat_map_id,
      rotating_barcodes: event.rotating_barcodes,
    },
    public_keys: keys.map(({ signing_key_id, public_key }) => ({
      signing_key_id,
      public_key: public_key.toString('base64url'),
      ...rotationKeyIn(rotationKeys, signing_key_id),
    })),
    gates: gates.map(({ gate_id, venue_id, name, open, closed, directions }) => ({
      gate_id,
      venue_id: String(venue_id),
      name,
      open,
      closed,
      directions,
    })),
    price_categories: categories.map(({ price_category_id, title, gate_ids }) => ({
      price_category_id,
      title,
      gate_ids,
    })),
    other_events: (await readOtherEvents(orgId, sql, event)).map(({ event_id, title, starts_at }) => ({
      event_id: String(event_id),
      title,
      starts_at: unixSeconds(starts_at),
    })),
    questions,
    prices: prices.map((price) => ({
      price_id: price.price_id,
      price_category_id: price.price_category_id,
      title: price.title,
      scanning_flag: price.scanning_flag,
      concession: price.concession,
      gate_check: price.gate_check,
    })),
  } satisfies Static<typeof Head>
  return { head, binding }
}

/** A device that held a manifest before a question was shown has to fetch the answers of tickets that have not changed since. */
const questionsIn = (questions: { question_id: number }[]) =>
  questions.length === 0 ? [] : [questions.map(({ question_id }) => question_id)]

/** What a scanner needs to know of an event. */
export const GateEventRow = Type.Object({
  event_id: Type.Integer(),
  title: Type.String(),
  event_status_id: Type.Integer(),
  venue_id: Nullable(Type.Integer()),
  doors_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  starts_at: Type.Unsafe<Date>({ type: 'object' }),
  ends_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  membership_seat_map_id: Nullable(Type.Integer()),
  rotating_barcodes: Type.Boolean(),
})
export type GateEventRow = Static<typeof GateEventRow>

export const gateEventColumns = (sql: Db) =>
  sql`event_id, title, event_status_id, venue_id, doors_at, starts_at, ends_at, membership_seat_map_id, rotating_barcodes`

const readEvent = (orgId: OrgId, sql: Db, eventId: number) => sql<GateEventRow[]>`
  select ${gateEventColumns(sql)}
  from events
  where org_id = ${orgId}
    and event_id = ${eventId}`

type GateRow = {
  gate_id: number
  venue_id: number
  name: string
  open: boolean
  closed: boolean
  directions: string | null
}

/** Gates of the venue that are in use; not open are those that are closed for now, and others than the device is bound to. */
export const readGates = (orgId: OrgId, sql: Db, venueId: number, deviceId: number) => sql<GateRow[]>`
  select g.gate_id, g.venue_id, g.name, coalesce(b.bound, true) and g.closed_at is null as open,
    g.closed_at is not null as closed, g.directions
  from gates g
  left join lateral (
    select bool_or(o.gate_id = g.gate_id) as bound
    from device_gates o
    where o.org_id = ${orgId}
      and o.device_id = ${deviceId}
  ) b on true
  where g.org_id = ${orgId}
    and g.venue_id = ${venueId}
    and g.gate_status = 'active'
  order by g.gate_id`

const WEEK = '7 days'

const readOtherEvents = (orgId: OrgId, sql: Db, { event_id, starts_at }: GateEventRow) => sql<
  { event_id: number; title: string; starts_at: Date }[]
>`
  select event_id, title, starts_at
  from events
  where org_id = ${orgId}
    and event_id <> ${event_id}
    and event_status_id = ${eventStatus.live}
    and starts_at between ${starts_at}::timestamptz - ${WEEK}::interval and ${starts_at}::timestamptz + ${WEEK}::interval
  order by starts_at, event_id
  limit 50`

type CategoryRow = { price_category_id: number; title: string; gate_ids: number[] }

const readCategories = (orgId: OrgId, sql: Db, eventId: number) => sql<CategoryRow[]>`
  select c.price_category_id, c.title,
    array(
      select g.gate_id
      from price_category_gates g
      where g.org_id = ${orgId}
        and g.price_category_id = c.price_category_id
      order by g.gate_id
    ) as gate_ids
  from price_categories c
  where c.org_id = ${orgId}
    and c.event_id = ${eventId}
  order by c.price_category_id`

type PriceRow = {
  price_id: number
  price_category_id: number
  title: string
  scanning_flag: number
  concession: Concession | null
  gate_check: string | null
}

const readPrices = (orgId: OrgId, sql: Db, eventId: number) => sql<PriceRow[]>`
  select price_id, price_category_id, title, scanning_flag, concession, gate_check
  from prices
  where org_id = ${orgId}
    and event_id = ${eventId}
  order by price_id`
