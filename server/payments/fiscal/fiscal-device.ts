/** The laws that ask for a device at the counter: Germany’s (TSE), Austria’s (RKSV), France’s (NF525). */
export const fiscalKinds = ['tse', 'rksv', 'nf525'] as const
export type FiscalKind = (typeof fiscalKinds)[number]

/** A device has begun to watch over something that happens at a counter. */
export type BegunTransaction = { transaction: number; startedAt: Date }

/** What a device says of what it has signed. */
export type Signed = { signatureCounter: number; finishedAt: Date; signature: string }

/**
 * A device that signs what happens at a counter. What is real behind it is for the program that connects one: a TSE in the cloud, a card of a trust service,
 * a certified key. Both calls end by their signal; one that fails, or has not answered by then, is an outage: the receipt says so, and sales go on.
 */
export type FiscalDevice = {
  readonly kind: FiscalKind
  /** As it is printed. */
  readonly serial: string
  /** Of its signatures, in base64 (SPKI). */
  readonly publicKey: string
  /** `sequence` counts what the counter has asked it for, from 1. */
  begin(counter: string, sequence: number, at: Date, signal: AbortSignal): Promise<BegunTransaction>
  finish(begun: BegunTransaction, text: string, at: Date, signal: AbortSignal): Promise<Signed>
}

/** How long a device may take, both calls together. */
export const DEVICE_MS = 3000

export type SignedOrOutage =
  | { state: 'signed'; begun: BegunTransaction; signed: Signed; text: string }
  | { state: 'outage'; startedAt: Date; text: string }

type Request = {
  counter: string
  sequence: number
  at: Date
  /** What is signed, once the device has said which of its transactions it is. */
  text: string
}

export type AskDevice = (request: Request) => Promise<SignedOrOutage>

/**
 * Asks a device, and takes no answer for an outage. A device that has not answered is asked no more: the buyer at the counter waits for it
 * once, not once for each receipt that is left over.
 */
export function askingUntilOutage(device: FiscalDevice, deviceMs = DEVICE_MS): AskDevice {
  let isOut = false
  return async ({ counter, sequence, at, text }) => {
    if (isOut) return { state: 'outage', startedAt: at, text }
    const signal = AbortSignal.timeout(deviceMs)
    try {
      const begun = await device.begin(counter, sequence, at, signal)
      const signed = await device.finish(begun, text, at, signal)
      return { state: 'signed', begun, signed, text }
    } catch {
      isOut = true
      return { state: 'outage', startedAt: at, text }
    }
  }
}
