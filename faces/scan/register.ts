import type { GateScan, ManifestMember, ManifestTicket } from '@grandstand/sdk'
import { decide, timesOf } from '../../server/gates/rules/decide.ts'
import {
  type Admission,
  type Direction,
  type HolderFacts,
  nobodyYet,
  type Result,
} from '../../server/gates/rules/facts.ts'
import { detailOf, gatesFor } from '../../server/gates/rules/guidance.ts'
import { SINGLE_ENTRY } from '../../server/gates/rules/policy.ts'
import { readTypedCode } from '../../server/platform/values/typed-code.ts'
import { asNumberText, asTypedText } from '../../server/platform/values/typed-text.ts'
import { type CodeState, codeState, withoutDigits } from '../../server/tickets/tickets/rotating-code.ts'
import { asScanned, isSigned, readTicketCode, type TicketCode } from '../../server/tickets/tickets/ticket-code.ts'
import { eventFacts, gateFacts, type ManifestHead, memberFacts, msOrNull, ticketFacts } from './manifest-facts.ts'
import { barcodeHash, bytesOf, hmac, shortHash, verify } from './webcrypto.ts'

/** Whom a barcode belongs to: a ticket, a member, or a ticket that was sold after the manifest and is signed by the event. */
export type Holder =
  | { subject: string; ticket: ManifestTicket; code?: never; member?: never }
  | { subject: string; code: TicketCode; ticket?: never; member?: never }
  | { subject: string; member: ManifestMember; ticket?: never; code?: never }

/** A pass that this phone has seen and the manifest may not have yet. */
export type OwnPass = { nonce: string; subject: string; direction: Direction }

export type Decision = { result: Result; holder: Holder | undefined }

/** What the service says beside a refusal, and the phone by its list. */
export type Guidance = NonNullable<GateScan['guidance']>

/** The good tickets of one order: how many, how many are inside, and who of the others may come in now. */
export type Group = { orderId: number; of: number; inside: number; open: string[] }

export const ticketSubject = (ticketId: number) => `t${ticketId}`
export const memberSubject = (memberId: number) => `m${memberId}`

/** Of the code that is typed where a barcode cannot be read. */
const SHORT_LENGTH = 13

/** What a phone knows of one event, and its answers by the rules of the service. Plain memory: others keep it and fetch it. */
export class Register {
  #head: ManifestHead
  readonly #tickets = new Map<number, ManifestTicket>()
  readonly #members = new Map<number, ManifestMember>()
  readonly #byHash = new Map<string, string>()
  /** Asked for with every admission: going through all tickets would take longer than the decision. */
  readonly #byOrder = new Map<number, number[]>()
  readonly #passes = new Map<string, OwnPass[]>()
  #publicKeys = new Map<number, Uint8Array<ArrayBuffer>>()
  #rotationKeys = new Map<number, Uint8Array<ArrayBuffer>>()

  constructor(head: ManifestHead) {
    this.#head = head
    this.head = head
  }

  get head(): ManifestHead {
    return this.#head
  }

  /** Event, gates, prices and keys, as they are now. */
  set head(head: ManifestHead) {
    this.#head = head
    const keys = head.public_keys
    this.#publicKeys = new Map(keys.map((key) => [key.signing_key_id, bytesOf(key.public_key)]))
    this.#rotationKeys = new Map(
      keys.flatMap(({ signing_key_id, rotation_key }) =>
        rotation_key === undefined ? [] : [[signing_key_id, bytesOf(rotation_key)]],
      ),
    )
  }

  get size(): number {
    return this.#tickets.size + this.#members.size
  }

  /** One that comes twice counts as it comes last. */
  add(tickets: readonly ManifestTicket[], members: readonly ManifestMember[]): void {
    for (const ticket of tickets) {
      if (!this.#tickets.has(ticket.ticket_id)) {
        const others = this.#byOrder.get(ticket.order_id)
        if (others) others.push(ticket.ticket_id)
        else this.#byOrder.set(ticket.order_id, [ticket.ticket_id])
      }
      this.#tickets.set(ticket.ticket_id, ticket)
      if (ticket.barcode_hash !== null) this.#byHash.set(ticket.barcode_hash, ticketSubject(ticket.ticket_id))
    }
    for (const member of members) {
      this.#members.set(member.membership_member_id, member)
      this.#byHash.set(member.barcode_hash, memberSubject(member.membership_member_id))
    }
  }

  /** All holders, to be kept anew. */
  holders(): { tickets: ManifestTicket[]; members: ManifestMember[] } {
    return { tickets: [...this.#tickets.values()], members: [...this.#members.values()] }
  }

  /** Until the manifest has it, the phone counts by itself what it let through. Noted twice it counts once, where it first stood. */
  notePass(pass: OwnPass): void {
    const passes = this.#passes.get(pass.subject) ?? []
    if (!passes.some(({ nonce }) => nonce === pass.nonce)) this.#passes.set(pass.subject, [...passes, pass])
  }

  /** Taken back, or in the manifest by now. */
  dropPass({ subject, nonce }: { subject: string; nonce: string }): void {
    const passes = this.#passes.get(subject)?.filter((pass) => pass.nonce !== nonce) ?? []
    if (passes.length > 0) this.#passes.set(subject, passes)
    else this.#passes.delete(subject)
  }

  admissionOf(holder: Holder): Admission {
    const counted: Admission = holder.ticket ?? holder.member ?? nobodyYet
    return (this.#passes.get(holder.subject) ?? []).reduce(afterPass, counted)
  }

  /** What the rules say of what was read, at this instant by the service's clock. */
  async decide(text: string, gateId: number, direction: Direction, at: number): Promise<Decision> {
    const holder = await this.find(text)
    const isTicket = holder !== undefined && holder.member === undefined
    const code =
      isTicket && this.head.event.rotating_barcodes ? await codeState(hmac, text, this.#rotationKeys, at) : undefined
    // A signed barcode that was not read: the steward typed the short code, which is worth what a copy is.
    const isTyped = code === 'fixed' && holder?.ticket?.barcode_hash === null
    return this.#judge(holder, isTyped ? 'stale' : code, gateId, direction, at)
  }

  /** Of a holder whom a steward found: as if their code had been typed, which where codes change is a copy. */
  decideFound(subject: string, gateId: number, direction: Direction, at: number): Decision {
    const holder = this.holderOf(subject)
    const code = holder?.ticket && holder.ticket.barcode_hash !== null ? 'fixed' : 'stale'
    return this.#judge(holder, code, gateId, direction, at)
  }

  #judge(holder: Holder | undefined, code: CodeState | undefined, gateId: number, direction: Direction, at: number) {
    const { head } = this
    const question = {
      holder: holder === undefined ? null : this.#factsOf(holder),
      event: eventFacts(head),
      gate: gateFacts(head, gateId),
      direction,
      code,
      at,
    }
    const result = decide(question, holder === undefined ? nobodyYet : this.admissionOf(holder))
    return { result, holder }
  }

  /** What a steward says next to whom the rules refuse, as the service would say it. */
  guidanceOf(holder: Holder | undefined, result: Result, gateId: number): Guidance | null {
    const { head } = this
    const facts = holder === undefined ? null : this.#factsOf(holder)
    const detail = detailOf({ result, holder: facts, event: eventFacts(head), gate: gateFacts(head, gateId) })
    if (detail === null) return null
    const gateIds = facts?.kind === 'ticket' ? facts.gateIds : []
    const isElsewhere = detail === 'other_gate' || detail === 'gate_closed' || detail === 'other_device'
    const event = head.other_events?.find(({ event_id }) => event_id === String(holder?.code?.eventId))
    return {
      detail,
      gates: isElsewhere ? gatesFor(head.gates, gateIds, gateId) : [],
      event: detail === 'other_event' && event ? event : null,
    }
  }

  /** The time from which the holder is admitted. */
  opensFor(holder: Holder): number {
    return timesOf(this.#factsOf(holder), eventFacts(this.head)).from
  }

  /** Those who came with this one; null for a fan who came alone. */
  groupOf(subject: string, gateId: number, at: number): Group | null {
    const orderId = this.holderOf(subject)?.ticket?.order_id
    const subjects =
      orderId === undefined ? [] : this.ticketsOf(orderId).map(({ ticket_id }) => ticketSubject(ticket_id))
    if (orderId === undefined || subjects.length < 2) return null
    const isInside = (each: string) => {
      const holder = this.holderOf(each)
      return holder !== undefined && this.admissionOf(holder).inside
    }
    const outside = subjects.filter((each) => !isInside(each))
    const open = outside.filter((each) => this.decideFound(each, gateId, 'entry', at).result === 'admitted')
    return { orderId, of: subjects.length, inside: subjects.length - outside.length, open }
  }

  ticketsOf(orderId: number): ManifestTicket[] {
    const tickets = (this.#byOrder.get(orderId) ?? []).flatMap((id) => this.#tickets.get(id) ?? [])
    return tickets.filter(({ ticket_status_id }) => ticket_status_id === 1)
  }

  /** Whose barcode it is. */
  async find(text: string): Promise<Holder | undefined> {
    const code = readTicketCode(asScanned(withoutDigits(text).barcode))
    if (code) return this.#findSigned(code)
    for (const spelling of new Set([text, text.trim(), asScanned(text)])) {
      const subject = this.#byHash.get(await barcodeHash(this.head.barcodeKey, spelling))
      if (subject !== undefined) return this.holderOf(subject)
    }
    const typed = asTypedText(text)
    if (typed.length !== SHORT_LENGTH) return undefined
    const hash = await shortHash(this.head.barcodeKey, typed)
    return this.#findTyped(hash) ?? (readTypedCode(text) === undefined ? undefined : this.#findNumbered(hash)[0])
  }

  /** Members with this number on their cards, as a steward types it. A number can be guessed: it opens no gate by itself. */
  async findNumber(text: string): Promise<Holder[]> {
    const spellings = new Set([asNumberText(text), readTypedCode(text) ?? ''])
    spellings.delete('')
    const holders: Holder[] = []
    for (const spelling of spellings) {
      const numbered = this.#findNumbered(await shortHash(this.head.barcodeKey, spelling))
      holders.push(...numbered.filter(({ subject }) => holders.every((holder) => holder.subject !== subject)))
    }
    return holders
  }

  #findNumbered(hash: string): Holder[] {
    const holders: Holder[] = []
    for (const member of this.#members.values()) {
      if (member.number_hash === hash) holders.push({ subject: memberSubject(member.membership_member_id), member })
    }
    return holders
  }

  /** Codes are typed seldom: going through all tickets then is quick enough, and an index would take memory all evening. */
  #findTyped(hash: string): Holder | undefined {
    for (const ticket of this.#tickets.values())
      if (ticket.short_hash === hash) return { subject: ticketSubject(ticket.ticket_id), ticket }
    return undefined
  }

  async #findSigned(code: Parameters<typeof isSigned>[0]): Promise<Holder | undefined> {
    // Keys of other events are not here, and a fan who comes to the wrong one is refused either way.
    const isHere = String(code.eventId) === this.head.event.event_id
    if (isHere && !(await isSigned(code, this.#publicKeys, verify))) return undefined
    const subject = ticketSubject(code.ticketId)
    return (isHere ? this.holderOf(subject) : undefined) ?? { subject, code }
  }

  holderOf(subject: string): Holder | undefined {
    const id = Number(subject.slice(1))
    const ticket = subject.startsWith('t') ? this.#tickets.get(id) : undefined
    if (ticket) return { subject, ticket }
    const member = subject.startsWith('m') ? this.#members.get(id) : undefined
    return member && { subject, member }
  }

  priceOf(holder: Holder) {
    return holder.ticket && this.head.prices.find(({ price_id }) => price_id === holder.ticket.price_id)
  }

  categoryOf(holder: Holder) {
    const id = holder.code?.priceCategoryId ?? this.priceOf(holder)?.price_category_id
    return this.head.price_categories.find(({ price_category_id }) => price_category_id === id)
  }

  #factsOf(holder: Holder): HolderFacts {
    if (holder.member) return memberFacts(holder.member)
    const gateIds = this.categoryOf(holder)?.gate_ids ?? []
    if (holder.ticket) return ticketFacts(this.head, holder.ticket, this.priceOf(holder)?.scanning_flag ?? 0, gateIds)
    const { eventId, validUntilUnix } = holder.code
    // Sold since: how often it may enter is not known here, so once.
    const times = { validFrom: null, validUntil: msOrNull(validUntilUnix) }
    return { kind: 'ticket', eventId, status: 1, scanningFlag: SINGLE_ENTRY, gateIds, ...times }
  }
}

const afterPass = ({ entries, exits }: Admission, { direction }: OwnPass): Admission =>
  direction === 'entry' ? { entries: entries + 1, exits, inside: true } : { entries, exits: exits + 1, inside: false }
