import Stripe from 'stripe'

export type StripeClient = {
  stripe: Stripe
  /** The package's time-out begins anew with each byte and with its one retry on a closed connection; this one does not. */
  withinTime<T>(work: Promise<T>): Promise<T>
  /** The same for several calls one after the other: together they have as long as one. */
  startTime(): InTime
}

/** Makes a call in what is left of the time, or none. */
export type InTime = <T>(call: () => Promise<T>) => Promise<T>

type Settings = { secretKey: string; apiUrl: string | undefined; timeoutMs: number }

export function createStripeClient({ secretKey, apiUrl, timeoutMs }: Settings): StripeClient {
  // No retries of its own: they would multiply the time that a fan waits. What is unknown, the reconciler asks again.
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    ...hostOf(apiUrl),
  })
  const within = async <T>(leftMs: number, work: Promise<T>): Promise<T> => {
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(tooSlow(timeoutMs)), leftMs)
    try {
      return await Promise.race([work, timeout.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    stripe,
    withinTime: (work) => within(timeoutMs, work),
    startTime() {
      const startedAt = performance.now()
      return async (call) => {
        const leftMs = startedAt + timeoutMs - performance.now()
        if (leftMs <= 0) throw tooSlow(timeoutMs)
        return within(leftMs, call())
      }
    },
  }
}

const tooSlow = (timeoutMs: number) => new Error(`Stripe did not answer within ${timeoutMs} ms`)

function hostOf(apiUrl: string | undefined): Stripe.StripeConfig {
  if (apiUrl === undefined) return {}
  const { protocol, hostname, port } = new URL(apiUrl)
  const secure = protocol === 'https:'
  return { host: hostname, port: port === '' ? (secure ? 443 : 80) : Number(port), protocol: secure ? 'https' : 'http' }
}

export const inNameOf = (account: string | null) => (account === null ? {} : { stripeAccount: account })
