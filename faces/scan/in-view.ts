import { sameCode } from '../../server/gates/rules/read-text.ts'

/** A code that stays in view is one scan, until it has been away for so long. */
const AWAY_MS = 2_500
/** A reader says nothing of a code that stays before it until the code changes, which is within so long. */
const ROTATES_MS = 20_000
/** Several tickets on one screen come into view in turn. */
const REMEMBERED = 12

/** What has been held before this phone lately. A code whose digits change while it is in view is the code that it was. */
export class InView {
  readonly #codes = new Map<string, { text: string; at: number }>()

  /** Whether a picture of the camera shows a code that was not there before. */
  isNew(text: string, at: number): boolean {
    const before = this.#note(text, at)
    return before === undefined || at - before.at > AWAY_MS
  }

  /** Whether a reader means it: the same text again is a steward who pulls the trigger again, the same code with other digits is not. */
  isMeant(text: string, at: number): boolean {
    const before = this.#note(text, at)
    return before === undefined || before.text === text || at - before.at > ROTATES_MS
  }

  /** A fan who goes the other way shows the same code. */
  forget(): void {
    this.#codes.clear()
  }

  #note(text: string, at: number) {
    const code = sameCode(text)
    const before = this.#codes.get(code)
    // Anew at the end, so that the one that was away longest is forgotten first.
    this.#codes.delete(code)
    this.#codes.set(code, { text, at })
    const [oldest] = this.#codes.keys()
    if (this.#codes.size > REMEMBERED && oldest !== undefined) this.#codes.delete(oldest)
    return before
  }
}
