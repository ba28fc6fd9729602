import Stripe from 'stripe'
import { PaymentError } from '../errors.ts'
import type { CardReader, Declined } from './provider.ts'
import { type InTime, inNameOf, type StripeClient } from './stripe-client.ts'

/** The most that Stripe gives at once; no counter has as many. */
const READERS_MAX = 100

/** They are led by a phone or tablet beside them, and cannot be told anything from here. */
const LED_BY_AN_APP = new Set(['bbpos_chipper2x', 'bbpos_wisepad3', 'stripe_m2', 'mobile_phone_reader'])

export type ReaderAction = { status: 'in_progress' | 'succeeded' | 'failed'; failureCode: string | null }

/** Stripe Terminal, led by the server: we tell Stripe, and Stripe tells the reader. */
export function createStripeReaders({ stripe, withinTime }: StripeClient) {
  /** What a reader makes of a payment; undefined when the last that it was told is something else. */
  const actionOn = async (
    account: string | null,
    reader: string,
    reference: string,
    inTime: InTime,
  ): Promise<ReaderAction | undefined> => {
    const terminal = await inTime(() => stripe.terminal.readers.retrieve(reader, {}, inNameOf(account))).catch(
      unlessMissing,
    )
    const action = terminal && 'action' in terminal ? terminal.action : null
    const asked = action?.process_payment_intent?.payment_intent
    const isOurs = (typeof asked === 'string' ? asked : asked?.id) === reference
    if (!action || !isOurs) return undefined
    return { status: action.status as ReaderAction['status'], failureCode: action.failure_code }
  }

  return {
    actionOn,

    /** Puts the amount on the reader's screen. A payment that it shows already, and that has no card yet, gives way. */
    send: (account: string | null, reader: string, reference: string, inTime: InTime) =>
      inTime(() =>
        stripe.terminal.readers.processPaymentIntent(reader, { payment_intent: reference }, inNameOf(account)),
      ),

    /** Takes a payment that is called off from the screen. It can no longer be paid, so that this may fail. */
    async clear(account: string | null, reader: string, reference: string, inTime: InTime): Promise<void> {
      try {
        const action = await actionOn(account, reader, reference, inTime)
        if (action?.status === 'in_progress')
          await inTime(() => stripe.terminal.readers.cancelAction(reader, {}, inNameOf(account)))
      } catch {
        // The next payment that the reader is sent takes its place.
      }
    },

    async list(account: string | null): Promise<CardReader[]> {
      const page = await withinTime(stripe.terminal.readers.list({ limit: READERS_MAX }, inNameOf(account))).catch(
        (cause: unknown) => {
          throw new PaymentError('payment_provider_error', { cause })
        },
      )
      return page.data
        .filter(({ device_type }) => !LED_BY_AN_APP.has(device_type))
        .map(({ id, label, status }) => ({
          reader_id: id,
          name: label === '' ? id : label,
          status: status === 'online' ? 'online' : 'offline',
        }))
    },
  }
}

/** A reader that was taken out of the account has nothing on its screen. */
function unlessMissing(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined
  throw error
}

/** Why a reader did not take a payment, which is called off. */
export function toReaderRefusal(error: unknown, reference: string): Declined {
  const code = error instanceof Stripe.errors.StripeError ? error.code : undefined
  return ofReader(reference, code?.startsWith('terminal_') ? code.slice('terminal_'.length) : 'reader_failed')
}

export const ofReader = (reference: string, declineCode: string): Declined => ({
  kind: 'declined',
  reference,
  code: 'payment_failed',
  declineCode,
  message: 'The reader did not take the payment.',
})
