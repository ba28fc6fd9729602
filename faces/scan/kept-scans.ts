import type { Direction } from '../../server/gates/rules/facts.ts'
import type { Choice } from './phone.ts'
import type { KeptScan, Read } from './queue.ts'

/** Not yet in the service's log, or to be taken out of it again. */
const isWaiting = ({ stage, annul }: KeptScan): boolean =>
  stage === 'waiting' || (annul === 'wanted' && stage !== 'aside')

/** An unknown code has no admission to take back, and a reader may report hundreds: the last ten are of known codes. */
export const isListed = ({ result }: KeptScan): boolean => result !== 'unknown'

/** Of the list of the last ten, and some more: of the newest not all are decided, and one may be forgotten. */
const LAST = 10
const NEWEST = 40

/**
 * Every scan that the phone still has, oldest first. What is asked of all of them with every scan is counted as they change: after an evening
 * without a network there are thousands, and going through them each time left more garbage than all tickets take. See bench/scanner.ts.
 */
export class KeptScans extends Map<string, KeptScan> {
  readonly #waiting = new Set<string>()
  readonly #aside = new Set<string>()
  readonly #unseen = new Set<string>()
  #newest: string[] = []

  override set(nonce: string, scan: KeptScan): this {
    if (!this.has(nonce)) this.#newest.push(nonce)
    if (!isListed(scan)) this.#newest = this.#newest.filter((each) => each !== nonce)
    if (this.#newest.length > 2 * NEWEST) this.#newest = this.#newest.slice(-NEWEST)
    note(this.#waiting, nonce, isWaiting(scan))
    note(this.#aside, nonce, scan.stage === 'aside')
    note(this.#unseen, nonce, !scan.shown)
    return super.set(nonce, scan)
  }

  override delete(nonce: string): boolean {
    if (this.#newest.includes(nonce)) this.#newest = this.#newest.filter((each) => each !== nonce)
    for (const noted of [this.#waiting, this.#aside, this.#unseen]) noted.delete(nonce)
    return super.delete(nonce)
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Of those that wait, the one that has waited longest. */
  get oldestWaiting(): KeptScan | undefined {
    const [nonce] = this.#waiting
    return nonce === undefined ? undefined : this.get(nonce)
  }

  get aside(): KeptScan[] {
    return this.#all(this.#aside)
  }

  /** The last ten that were decided, newest first. */
  get last(): KeptScan[] {
    return this.#all(this.#newest)
      .filter(({ result }) => result !== null)
      .slice(-LAST)
      .reverse()
  }

  #all(nonces: Iterable<string>): KeptScan[] {
    return [...nonces].flatMap((nonce) => this.get(nonce) ?? [])
  }

  /** Whether the phone has let a fan through, or refused them, of which the service has not heard. */
  isUntold(subject: string | undefined): boolean {
    for (const nonces of [this.#waiting, this.#aside])
      for (const nonce of nonces) {
        const scan = this.get(nonce)
        if (scan && scan.stage !== 'logged' && scan.subject === subject) return true
      }
    return false
  }

  /** A scan whose answer the steward has not seen is the same scan when its code is read again. */
  unseen({ eventId, gateId }: Choice, { barcode, found }: Read, direction: Direction, since: number) {
    return this.#all(this.#unseen).findLast(
      (scan) =>
        scan.barcode === barcode &&
        scan.found === found &&
        scan.direction === direction &&
        scan.gateId === gateId &&
        scan.eventId === eventId &&
        scan.scannedAt > since,
    )
  }

  /** The last entry of the same ticket that this phone knows of. */
  entryBefore({ nonce, subject }: KeptScan): KeptScan | undefined {
    let entry: KeptScan | undefined
    for (const scan of this.values())
      if (scan.subject === subject && scan.result === 'admitted' && scan.annul === null && scan.nonce !== nonce)
        entry = scan
    return entry
  }
}

function note(nonces: Set<string>, nonce: string, isOne: boolean): void {
  if (isOne) nonces.add(nonce)
  else nonces.delete(nonce)
}
