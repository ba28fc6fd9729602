import { sameCode } from '../../server/gates/rules/read-text.ts'
import { withoutDigits } from '../../server/tickets/tickets/rotating-code.ts'

/** A code that stays in view is one reading, until it has been away for so long. */
const AWAY_MS = 2_500
/** A refused one is shown again sooner: the steward has asked for it. */
const REFUSED_AWAY_MS = 1_000
/** So long the fan who was let in may leave a phone before a reader, which reports each change of the digits. */
const LINGERS_MS = 5_000
/** Several tickets on one screen come into view in turn, each with and without digits. */
const REMEMBERED = 24

/** A text that was read: of which code, whether its digits change, and whether it was refused. */
type Reading = { code: string; isLive: boolean; at: number; isRefused: boolean }

/**
 * What has been held before this phone lately, so that a code in view is answered once. Only one thing is silent beside the same text:
 * the digits of a live code that roll on while the fan who was let in with it is still there. A live code after a picture of it, and
 * any other text after a refusal, is a new reading.
 */
export class InView {
  readonly #readings = new Map<string, Reading>()

  /** Whether a picture of the camera shows what was not there before. */
  isNew(text: string, at: number): boolean {
    const before = this.#readings.get(text)
    const hasRolledOn = this.#hasRolledOn(text, at, AWAY_MS)
    this.#note(text, at, before?.isRefused ?? false)
    if (before === undefined) return !hasRolledOn
    return at - before.at > (before.isRefused ? REFUSED_AWAY_MS : AWAY_MS) && !hasRolledOn
  }

  /** Whether a reader means it. The same text again is a steward who pulls the trigger again. */
  isMeant(text: string, at: number): boolean {
    const isAgain = this.#readings.has(text)
    const hasRolledOn = this.#hasRolledOn(text, at, LINGERS_MS)
    // Of digits that are passed over the trigger may be pulled again: they are remembered all the same.
    this.#note(text, at, false)
    return isAgain || !hasRolledOn
  }

  /** The answer was no, or there was none: whatever else is read of this code is answered. */
  refuse(text: string): void {
    const refused = this.#readings.get(text)
    const code = refused?.code ?? sameCode(text)
    for (const [other, reading] of this.#readings) {
      if (reading.code === code && other !== text) this.#readings.delete(other)
    }
    if (refused) this.#readings.set(text, { ...refused, isRefused: true })
  }

  /** A fan who goes the other way shows the same code. */
  forget(): void {
    this.#readings.clear()
  }

  /** Other digits of a live code that was let through, or is being decided, and has been here until now. */
  #hasRolledOn(text: string, at: number, withinMs: number): boolean {
    if (!isLive(text)) return false
    const code = sameCode(text)
    return [...this.#readings].some(
      ([other, reading]) =>
        other !== text && reading.code === code && reading.isLive && !reading.isRefused && at - reading.at <= withinMs,
    )
  }

  #note(text: string, at: number, isRefused: boolean): void {
    // Anew at the end, so that the one that was away longest is forgotten first.
    this.#readings.delete(text)
    this.#readings.set(text, { code: sameCode(text), isLive: isLive(text), at, isRefused })
    const [oldest] = this.#readings.keys()
    if (this.#readings.size > REMEMBERED && oldest !== undefined) this.#readings.delete(oldest)
  }
}

const isLive = (text: string) => withoutDigits(text).digits !== undefined
