import { StripeFault } from './fault.ts'

type Answer = { status: number; body: unknown }
type Kept = { request: string; answer?: Answer }

/** A key belongs to an account. The same request gets the first answer again; another request is refused. */
export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>()

  /** The kept answer, or undefined when this request is the first and may go on. */
  claim(account: string, key: string, request: string): Answer | undefined {
    const name = `${account} ${key}`
    const kept = this.#kept.get(name)
    if (!kept) {
      this.#kept.set(name, { request })
      return undefined
    }
    if (kept.request !== request) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      throw new StripeFault(400, undefined, message, undefined, 'idempotency_error')
    }
    if (!kept.answer) {
      throw new StripeFault(
        409,
        'idempotency_key_in_use',
        'There is currently another in-progress request using this key.',
      )
    }
    return kept.answer
  }

  /** What failed before it began is not kept: the next request with the key begins anew. */
  keep(account: string, key: string, answer: Answer | undefined): void {
    const name = `${account} ${key}`
    const kept = this.#kept.get(name)
    if (answer && kept) kept.answer = answer
    else this.#kept.delete(name)
  }

  /** Stripe may do so after 24 hours. */
  forget(): void {
    this.#kept.clear()
  }
}
