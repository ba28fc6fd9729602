import type { GateScan } from '@grandstand/sdk'
import { type Direction, isLetThrough, type Result } from '../../server/gates/rules/facts.ts'
import { readText } from '../../server/gates/rules/read-text.ts'
import { isRevoked, Refused, Slow, Unreached } from './api.ts'
import { BadList, failureOf } from './failure.ts'
import { inGroups } from './in-groups.ts'
import { KeptScans } from './kept-scans.ts'
import { recallRegister } from './manifest-store.ts'
import type { Choice, Device, Phone } from './phone.ts'
import {
  admissionsMore,
  forgetScans,
  type KeptScan,
  keepScans,
  newScan,
  type Override,
  type Read,
  recallAdmitted,
  recallScans,
  scanBody,
} from './queue.ts'
import type { Group, Register } from './register.ts'
import {
  labelOf,
  NO_PARTS,
  partsOfAnswer,
  partsOfHolder,
  previousOf,
  type Shown,
  saidOf,
  subjectOf,
  together,
  unreadable,
} from './shown.ts'
import { countsOf, firstStanding, type Standing } from './standing.ts'

/** So long a fan waits for the service while the phone could decide by itself, and so long where it could not. */
export const ANSWER_MS = 700
const ONLY_ANSWER_MS = 5_000
/** So often in a row too slow, and the network counts as none until it is quick again. */
const SLOW_MAX = 3
/** A scan whose answer the steward has not seen is the same scan when its code is read again within this time. */
const SAME_SCAN_MS = 120_000

export type SealOverride = (nonce: string) => Promise<Override>
type ShownParts = Omit<Shown, 'nonce' | 'result' | 'direction' | 'entries' | 'from' | 'isOverride' | 'group' | 'also'>

/**
 * Answers at one gate, by the service where it can be had and by its own rules where not. Nothing is shown before it is on the disk.
 */
export class Keeper {
  readonly phone: Phone
  readonly device: Device
  readonly choice: Choice
  register: Register | undefined
  readonly scans = new KeptScans()
  /** How far the phone's clock is ahead, and how much of that is wrong with it: a sandbox's may have been moved. */
  skewMs = 0
  errorMs = 0
  standing: Standing
  readonly #listeners = new Set<() => void>()
  #slow = 0
  #admitted = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(phone: Phone, device: Device, choice: Choice) {
    this.phone = phone
    this.device = device
    this.choice = choice
    this.standing = firstStanding(phone.isOnline(), phone.now())
  }

  /** What was kept, without a network. A code that is read meanwhile waits for it. */
  open(): Promise<void> {
    return this.#inTurn(async () => {
      // One that cannot be read is fetched anew; the scans that wait are kept elsewhere.
      this.register = await recallRegister(this.phone.disk, this.choice.eventId).catch((error: unknown) => {
        this.change({ failure: failureOf(error) })
        return undefined
      })
      this.skewMs = this.register?.head.skewMs ?? 0
      this.errorMs = this.register?.head.errorMs ?? this.skewMs
      for (const scan of await recallScans(this.phone.disk)) this.scans.set(scan.nonce, scan)
      this.#admitted = await recallAdmitted(this.phone.disk, this.choice.eventId, this.scans)
      this.takeRegister(this.register)
      const oldest = this.scans.oldestWaiting
      if (oldest) this.change({ shrunkAt: oldest.scannedAt })
    })
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  change(standing: Partial<Standing> = {}): void {
    const counts = countsOf(this.standing, this.scans, this.phone.now())
    this.standing = { ...this.standing, register: this.register, ...counts, admitted: this.#admitted, ...standing }
    for (const listener of this.#listeners) listener()
  }

  /** How long an answer took. What was too slow is decided here and told afterwards: the same scan, by the same name. */
  noteSpeed(ms: number): void {
    this.#slow = ms < ANSWER_MS ? 0 : this.#slow + 1
    const isSlow = this.#slow >= SLOW_MAX
    if (isSlow !== this.standing.isSlow) this.change({ isSlow })
  }

  /** A manifest, with what this phone let through and it cannot know yet. */
  takeRegister(register: Register | undefined): void {
    this.register = register
    for (const scan of this.scans.values()) this.#count(scan)
    this.change()
  }

  /** One after the other, so that the second of two readers finds what the first has let in. */
  scan(text: string, direction: Direction): Promise<Shown> {
    const barcode = readText(text)
    // Of nothing there is no scan: the service would not take it, and staff could not look it up.
    if (barcode === '') return Promise.resolve(unreadable(direction))
    return this.#inTurn(() => this.#answer({ barcode, found: null }, direction))
  }

  /** People whom the steward found or who came together: a scan each, by the rules for each, and one answer. */
  passFound(subjects: string[], direction: Direction): Promise<Shown> {
    return this.#inTurn(async () => {
      const answers = await inGroups(subjects, (found) => this.#answer({ barcode: '', found }, direction))
      const shown = together(answers, (nonce) => this.scans.get(nonce)?.label ?? '')
      return { ...shown, group: this.#groupOf(this.scans.get(shown.nonce)) }
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work)
    this.#turn = next.catch(() => undefined)
    return next
  }

  async #answer(read: Read, direction: Direction): Promise<Shown> {
    const since = this.phone.now() - SAME_SCAN_MS
    const unseen = this.scans.unseen(this.choice, read, direction, since)
    if (unseen && unseen.result !== null) return this.#show(unseen, true)
    const scan = unseen ?? newScan(this.choice, read, direction, this.phone.now())
    // The service cannot know yet what this phone has let through and not uploaded: the phone does.
    const isAsked = this.standing.isOnline && !(this.standing.isSlow && this.register)
    if (isAsked && !(await this.#isWaiting(read))) {
      // Before it is asked: should the page die now, the same code read again is the same scan, and gets the same answer.
      if (!unseen) await this.keep([scan])
      try {
        return await this.#askService(scan)
      } catch (error) {
        if (!(error instanceof Unreached)) throw error
        if (error instanceof Slow) this.noteSpeed(ANSWER_MS)
        else this.change({ isOnline: false })
      }
    }
    return this.#decideHere(scan)
  }

  async #isWaiting({ barcode, found }: Read): Promise<boolean> {
    if (!this.register || (this.scans.waiting === 0 && this.scans.aside.length === 0)) return false
    return this.scans.isUntold(found ?? (await this.register.find(barcode))?.subject)
  }

  async #askService(scan: KeptScan): Promise<Shown> {
    const timeoutMs = this.register ? ANSWER_MS : ONLY_ANSWER_MS
    const asked = { key: this.device.key, body: scanBody(scan), timeoutMs }
    let answer: GateScan
    try {
      answer = await this.phone.ask('POST', '/v1/gate/scans', asked)
    } catch (error) {
      if (isRevoked(error)) this.change({ isRevoked: true })
      // Refused for good, so there is no such scan, and none to upload.
      if (error instanceof Refused) await this.forget([scan.nonce])
      throw error
    }
    this.noteSpeed(0)
    const parts = partsOfAnswer(answer)
    const decided = { result: answer.result as Result, subject: subjectOf(answer), scanId: answer.scan_id }
    const rest = { stage: 'logged', loggedAt: this.phone.now(), label: labelOf(parts) } as const
    const logged: KeptScan = { ...scan, ...decided, ...rest }
    await this.keep([logged])
    return this.#shown(logged, { ...parts, ...saidOf(answer), isOffline: false })
  }

  async #decideHere(scan: KeptScan): Promise<Shown> {
    const { register } = this
    if (!register) throw this.standing.failure?.kind === 'badList' ? new BadList() : new Unreached('no manifest')
    const at = this.phone.now() - this.skewMs
    const { barcode, found, gateId, direction } = scan
    const { result, holder } =
      found === null
        ? await register.decide(barcode, gateId, direction, at)
        : register.decideFound(found, gateId, direction, at)
    const parts = partsOfHolder(register, holder, at)
    const decided: KeptScan = {
      ...scan,
      stage: 'waiting',
      result,
      subject: holder?.subject ?? null,
      label: labelOf(parts),
    }
    await this.keep([decided])
    const guidance = register.guidanceOf(holder, result, gateId)
    return this.#shown(decided, { ...parts, previous: this.#previousHere(decided), guidance, isOffline: true })
  }

  /** An answer that was given and never seen. */
  #show(scan: KeptScan, isOffline: boolean): Shown {
    const holder = scan.subject === null ? undefined : this.register?.holderOf(scan.subject)
    const parts =
      this.register && holder ? partsOfHolder(this.register, holder, scan.scannedAt) : { ...NO_PARTS, name: scan.label }
    const guidance = (scan.result && this.register?.guidanceOf(holder, scan.result, scan.gateId)) ?? null
    return this.#shown(scan, { ...parts, previous: this.#previousHere(scan), guidance, isOffline })
  }

  #shown(scan: KeptScan, rest: ShownParts): Shown {
    const { nonce, result, direction, override } = scan
    if (result === null) throw new Error('nobody has decided this scan')
    const holder = scan.subject === null ? undefined : this.register?.holderOf(scan.subject)
    const entries = this.register && holder ? this.register.admissionOf(holder).entries : 0
    const from = (holder && result === 'not_yet_valid' && this.register?.opensFor(holder)) || null
    const [group, also] = [this.#groupOf(scan), { nonces: [], refused: [] }]
    return { ...rest, nonce, result, direction, entries, from, isOverride: override !== null, group, also }
  }

  /** On the way out groups are not counted. */
  #groupOf(scan: KeptScan | undefined): Group | null {
    if (!scan || scan.subject === null || scan.direction !== 'entry' || scan.result !== 'admitted') return null
    return this.register?.groupOf(scan.subject, scan.gateId, this.phone.now() - this.skewMs) ?? null
  }

  #previousHere = (scan: KeptScan) => previousOf(() => this.scans.entryBefore(scan), scan, this.register)

  /**
   * The steward has seen it: from now on the same code is another scan. False where that was said before: a code that is read twice in
   * one moment gets one answer twice. That is known at once, and true once it is on the disk.
   */
  async seen({ nonce, also }: Shown): Promise<boolean> {
    const scans = [nonce, ...also.nonces].flatMap((each) => this.scans.get(each) ?? [])
    const isFirst = scans.some((scan) => scan.nonce === nonce && !scan.shown)
    const unseen = scans.filter(({ shown }) => !shown).map((scan) => ({ ...scan, shown: true }))
    for (const scan of unseen) this.scans.set(scan.nonce, scan)
    await this.keep(unseen)
    return isFirst
  }

  /** The turnstile did not turn. Where the service has not heard of the scan yet, it hears of both. */
  async annul(nonce: string): Promise<void> {
    const scan = this.scans.get(nonce)
    if (!scan || scan.annul !== null || scan.result === null || !isLetThrough(scan.result)) return
    await this.keep([{ ...scan, annul: 'wanted' }])
  }

  /** A supervisor has looked and lets them in all the same. Their code is sealed for the scan that this becomes. */
  async override(nonce: string, sealFor: SealOverride): Promise<Shown | undefined> {
    const refused = this.scans.get(nonce)
    if (!refused?.subject) return undefined
    const { subject, label } = refused
    const entry = newScan(this.choice, refused, 'entry', this.phone.now())
    const override = await sealFor(entry.nonce)
    const admitted = { ...entry, stage: 'waiting', result: 'admitted', shown: true, subject, label, override } as const
    await this.keep([admitted])
    return this.#show(admitted, !this.standing.isOnline)
  }

  /** On the disk first, then for the page to see. */
  async keep(scans: KeptScan[]): Promise<void> {
    if (scans.length === 0) return
    const more = admissionsMore(scans, this.scans)
    this.#admitted += more
    await keepScans(this.phone.disk, scans, this.choice.eventId, this.#admitted).catch((error: unknown) => {
      this.#admitted -= more
      throw error
    })
    for (const scan of scans) {
      this.scans.set(scan.nonce, scan)
      this.#count(scan)
    }
    this.change()
  }

  async forget(nonces: string[]): Promise<void> {
    await forgetScans(this.phone.disk, nonces)
    for (const nonce of nonces) {
      const scan = this.scans.get(nonce)
      if (scan?.subject) this.register?.dropPass({ nonce, subject: scan.subject })
      this.scans.delete(nonce)
    }
    this.change()
  }

  /** In the register's own count, once and only as long as it is let through. */
  #count({ nonce, subject, direction, result, annul, eventId, isMerged }: KeptScan): void {
    if (!this.register || subject === null || eventId !== this.choice.eventId) return
    const isCounted = result !== null && isLetThrough(result) && annul === null && !isMerged
    if (isCounted) this.register.notePass({ nonce, subject, direction })
    else this.register.dropPass({ nonce, subject })
  }
}
