import { missing, StripeFault } from './fault.ts'
import type { Values } from './parameters.ts'
import type { PaymentIntents } from './payment-intents.ts'

type Action = {
  type: 'process_payment_intent'
  status: 'in_progress' | 'succeeded' | 'failed'
  failure_code: string | null
  failure_message: string | null
  process_payment_intent: { payment_intent: string }
}

export type Reader = {
  id: string
  object: 'terminal.reader'
  account: string
  device_type: string
  label: string
  status: 'online' | 'offline'
  action: Action | null
}

/** Readers of Stripe Terminal, and the people who hold cards to them. */
export class Readers {
  readonly all = new Map<string, Reader>()
  readonly #intents: PaymentIntents
  /** Those that are authorising a card, which cannot be stopped. */
  readonly #busy = new Set<string>()

  constructor(intents: PaymentIntents) {
    this.#intents = intents
  }

  /** A club registers a reader with its account. */
  add(account: string, of: Partial<Pick<Reader, 'label' | 'status' | 'device_type'>> = {}): Reader {
    const id = `tmr_${this.all.size + 1}`
    const device = { device_type: 'bbpos_wisepos_e', label: `Counter ${this.all.size + 1}`, status: 'online' as const }
    const reader: Reader = { id, object: 'terminal.reader', account, ...device, ...of, action: null }
    this.all.set(id, reader)
    return reader
  }

  list(account: string): Reader[] {
    return [...this.all.values()].filter((reader) => reader.account === account)
  }

  find(account: string, id: string): Reader {
    const reader = this.all.get(id)
    if (!reader || reader.account !== account) throw missing('terminal.reader', id, 'reader')
    return reader
  }

  /** What it shows gives way while no card was held to it. */
  process(account: string, id: string, values: Values): Reader {
    const reader = this.find(account, id)
    const intent = this.#intents.find(account, String(values.payment_intent))
    this.#refuseAway(reader)
    if (!intent.payment_method_types.includes('card_present') || intent.status !== 'requires_payment_method')
      throw new StripeFault(400, 'intent_invalid_state', `${intent.id} cannot be processed: it is ${intent.status}.`)
    reader.action = {
      type: 'process_payment_intent',
      status: 'in_progress',
      failure_code: null,
      failure_message: null,
      process_payment_intent: { payment_intent: intent.id },
    }
    return reader
  }

  cancelAction(account: string, id: string): Reader {
    const reader = this.find(account, id)
    this.#refuseAway(reader)
    reader.action = null
    return reader
  }

  #refuseAway({ id, status }: Reader): void {
    if (status === 'offline') throw new StripeFault(400, 'terminal_reader_offline', 'Reader is currently offline.')
    if (this.#busy.has(id)) throw new StripeFault(400, 'terminal_reader_busy', 'Reader is currently busy.')
  }

  /** A card is held to the reader, and the bank takes its time. */
  authorise(id: string): void {
    this.#busy.add(id)
  }

  /** The bank has said yes. */
  pay(id: string): void {
    this.#intents.pass(this.#asked(id))
    this.#end(id, { status: 'succeeded' })
  }

  /** The bank has said no: a tap that it declines the reader lets the fan put right, `isLast` that it has given up. */
  decline(id: string, { isLast = true } = {}): void {
    this.#intents.decline(this.#asked(id))
    if (isLast)
      this.#end(id, { status: 'failed', failure_code: 'card_declined', failure_message: 'Your card was declined.' })
  }

  /** The reader gives up, whatever became of the payment. */
  fail(id: string, failure_code: string): void {
    this.#end(id, { status: 'failed', failure_code, failure_message: failure_code })
  }

  #asked(id: string): string {
    const action = this.all.get(id)?.action
    if (action?.status !== 'in_progress') throw new Error(`${id} asks for no card`)
    return action.process_payment_intent.payment_intent
  }

  #end(id: string, end: Partial<Action>): void {
    const action = this.all.get(id)?.action
    if (!action) throw new Error(`${id} asks for no card`)
    Object.assign(action, end)
    this.#busy.delete(id)
  }
}
