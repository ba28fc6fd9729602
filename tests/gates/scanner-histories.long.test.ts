import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ManifestHead } from '../../faces/scan/manifest-facts.ts'
import { whoseOf } from '../../faces/scan/queue.ts'
import { Register } from '../../faces/scan/register.ts'
import { bytesOf, fingerprint, hmac, importBarcodeKey } from '../../faces/scan/webcrypto.ts'
import { type Direction, isLetThrough } from '../../server/gates/rules/facts.ts'
import { digitsOf, periodAt, ticketKey } from '../../server/tickets/tickets/rotating-code.ts'
import { shopOf } from '../builders/baskets.ts'
import { openGround } from '../builders/grounds.ts'
import { addOffer } from '../builders/prices.ts'
import { fc } from '../harness/chance.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const HOUR_MS = 3_600_000
const now = house.clock().getTime()
const at = (hours: number) => new Date(now + hours * HOUR_MS)
const shop = shopOf(house, club)

const shutEventId = await ground.openEvent({ doors_at: at(0.5) })
const rotatingEventId = await ground.openEvent({ rotating_barcodes: true })
const elsewhereId = await ground.openEvent()

async function manifestOf(eventId: number): Promise<Register> {
  const { body } = await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: ground.keys[0] })
  const { tickets, members, barcode_key, ...head } = body
  const barcodeKey = await importBarcodeKey(barcode_key)
  const register = new Register({ ...head, barcodeKey, barcodeKeyMark: await fingerprint(barcode_key) } as ManifestHead)
  register.add(tickets, members)
  return register
}

/** What has changed since, as the phone takes it: also of those who may no longer come in. */
async function bringUpToDate(eventId: number, register: Register): Promise<void> {
  const path = `/v1/gate/events/${eventId}/manifest?since=${register.head.as_of}`
  const { body } = await house.call('GET', path, { key: ground.keys[0] })
  register.add(body.tickets, body.members)
}

/** Tickets that were paid for, whose barcodes are signed. */
async function signedCodes(eventId: number, quantity: number, price: object = {}): Promise<string[]> {
  const capped = { price_minor: 0, max_per_order: 100, ...price }
  const { priceId } = await addOffer(house, club, { eventId, capacity: 1000, price: capped })
  const { body } = await shop.checkOut(await shop.fill(priceId, quantity))
  return body.tickets.map(({ barcode }: { barcode: string }) => barcode)
}

type Visitor = {
  barcode: string
  eventId: number
  /** A member without access: a manifest leaves them out on purpose, so that no phone has ever heard of them. */
  isLeftOut?: boolean
  /** A member who loses access when the phone has its manifest already, and which. */
  losing?: number
}

const HISTORIES = 3000
const CANCELLED = 3
/** Each kind of visitor who may come to a gate; every history has one of its own. */
async function everybody(): Promise<Visitor[]> {
  const count = (share: number) => Array.from({ length: Math.ceil(HISTORIES * share) }, (_, index) => index)
  const here = (barcode: string): Visitor => ({ barcode, eventId: ground.eventId })
  const [oneGate, shutOffer] = [await ground.offer(2), await ground.offer(1, shutEventId)]
  await house.sql`
    insert into price_category_gates (org_id, price_category_id, gate_id, created_at)
    values (${club.orgId}, ${oneGate.price_category_id}, ${ground.gates[1]}, ${at(0)})`
  const unsigned = await Promise.all([
    ...count(0.3).map(async (n) => here((await ground.ticket(n % 4)).barcode)),
    ...count(0.1).map(async (n) =>
      here((await ground.ticket(1, { ticket_status_id: [0, 2, 3, 4][n % 4] ?? 2 })).barcode),
    ),
    ...count(0.05).map(async () => here((await ground.ticket(2, {}, oneGate)).barcode)),
    ...count(0.05).map(async (n) => {
      const window = n % 2 === 0 ? { valid_from: at(0.2) } : { valid_until: at(-0.2) }
      return here((await ground.ticket(1, window)).barcode)
    }),
    ...count(0.05).map(async () => ({ ...(await ground.ticket(1, {}, shutOffer)), eventId: shutEventId })),
    ...count(0.15).map(async (n) => {
      const columns = [{}, { membership_member_status_id: n % 3 }, { expires: at(-1) }, { expires: at(9) }][n % 4]
      return here((await ground.member(columns)).barcode)
    }),
    ...count(0.05).map(async (n) => {
      const columns = n % 2 === 0 ? { membership_member_status_id: CANCELLED } : {}
      return { ...here((await ground.member(columns, { access: n % 2 === 0 })).barcode), isLeftOut: true }
    }),
    ...count(0.05).map(async () => {
      const { barcode, memberId } = await ground.member()
      return { ...here(barcode), losing: memberId }
    }),
    ...count(0.02).map(async (n) => here(`NOBODY${n}`)),
  ])
  const signed: Visitor[] = []
  for (let order = 0; order < 4; order += 1) {
    const scanning_flag = (order % 3) + 1
    signed.push(...(await signedCodes(ground.eventId, 100, { scanning_flag })).map(here))
  }
  signed.push(...(await signedCodes(rotatingEventId, 100)).map((barcode) => ({ barcode, eventId: rotatingEventId })))
  signed.push(...(await signedCodes(elsewhereId, 60)).map(here))
  return [...unsigned, ...signed]
}

/** Half of them are cancelled, and the types of the others no longer open a gate. */
async function takeAccess(memberIds: number[]): Promise<void> {
  const cancelled = memberIds.filter((_, index) => index % 2 === 0)
  const others = memberIds.filter((_, index) => index % 2 === 1)
  await house.sql`
    update members
    set membership_member_status_id = ${CANCELLED}, changed_at = ${at(0)}
    where org_id = ${club.orgId}
      and membership_member_id = any (${cancelled}::bigint[])`
  await house.sql`
    update membership_types
    set game_day_access = false, changed_at = ${at(0)}
    where org_id = ${club.orgId}
      and membership_type_id in (
        select membership_type_id
        from members
        where org_id = ${club.orgId}
          and membership_member_id = any (${others}::bigint[])
      )`
}

const Step = fc.record({
  direction: fc.constantFrom<Direction>('entry', 'entry', 'exit'),
  gate: fc.constantFrom(0, 0, 0, 1),
  spelling: fc.constantFrom('as it is', 'as it is', 'typed', 'with a line end', 'of the moment', 'by number'),
})
const Steps = fc.array(Step, { minLength: 1, maxLength: 5 })
/** `found` is a holder whom the steward found by name or order, as the phone's register names them. */
type Taken = { text: string; found: string | undefined; direction: Direction; gateId: number; eventId: number }

/** As the phone tells the service whom a steward found. */
const numberOf = (found: string) => ({ barcode: undefined, ...whoseOf({ barcode: '', found }) })

test('3,000 random histories are decided alike by the phone, without a network, and by the service', async () => {
  const people = (await everybody()).slice(0, HISTORIES)
  assert.equal(people.length, HISTORIES)
  const registers = new Map<number, Register>()
  for (const eventId of [ground.eventId, shutEventId, rotatingEventId])
    registers.set(eventId, await manifestOf(eventId))
  const unchanged = await manifestOf(ground.eventId)
  await takeAccess(people.flatMap(({ losing }) => losing ?? []))
  for (const [eventId, register] of registers) await bringUpToDate(eventId, register)

  async function spelled({ barcode, eventId }: Visitor, spelling: string): Promise<string> {
    if (spelling === 'typed') return barcode.toLowerCase()
    if (spelling === 'with a line end') return ` ${barcode}`
    const key = registers.get(eventId)?.head.public_keys[0]?.rotation_key
    const ticketId = (await registers.get(eventId)?.find(barcode))?.ticket?.ticket_id
    if (spelling !== 'of the moment' || key === undefined || ticketId === undefined) return barcode
    return barcode + (await digitsOf(hmac, await ticketKey(hmac, bytesOf(key), ticketId), periodAt(now)))
  }

  const drawn = fc.sample(Steps, HISTORIES)
  const histories: { taken: Taken; result: string; isLeftOut: boolean }[][] = []
  for (const [index, person] of people.entries()) {
    const register = person.isLeftOut ? unchanged : registers.get(person.eventId)
    assert.ok(register)
    const history = []
    for (const [turn, { direction, gate, spelling }] of (drawn[index] ?? []).entries()) {
      const gateId = ground.gates[gate === 1 ? 1 : 0]
      const text = await spelled(person, spelling)
      // A steward cannot find a visitor whom the manifest does not name, and a phone offers none who may no longer come in.
      const named = spelling === 'by number' && !person.losing ? await register.find(text) : undefined
      const found = named?.ticket || named?.member ? named.subject : undefined
      const taken = { text, found, direction, gateId, eventId: person.eventId }
      const { result, holder } =
        found === undefined
          ? await register.decide(text, gateId, direction, now)
          : register.decideFound(found, gateId, direction, now)
      if (holder && isLetThrough(result))
        register.notePass({ nonce: `${index} ${turn}`, subject: holder.subject, direction })
      history.push({ taken, result, isLeftOut: person.isLeftOut ?? false })
    }
    histories.push(history)
  }

  const seen = new Set<string>()
  const differing: string[] = []
  const tell = async (history: (typeof histories)[number]) => {
    for (const { taken, result, isLeftOut } of history) {
      const { text, found, direction, gateId, eventId } = taken
      const more = found === undefined ? {} : numberOf(found)
      const said = await ground.result(text, { direction, gateId, eventId, more })
      seen.add(said)
      // Of whom it has never heard a phone says that; what is wrong with them the service knows, and neither lets them in.
      const isAlike = isLeftOut ? result === 'unknown' && said !== 'admitted' : said === result
      if (!isAlike) differing.push(`${JSON.stringify(taken)}: the phone says ${result}, the service ${said}`)
    }
  }
  for (let from = 0; from < HISTORIES; from += 64) await Promise.all(histories.slice(from, from + 64).map(tell))
  assert.deepEqual(differing.slice(0, 5), [])
  // Otherwise much of this would have compared nothing.
  assert.ok(seen.size >= 13, [...seen].join())
})
