/**
 * The process's own time, which is the database's. For what no organisation has, and for what must be real: limits, keys, sessions and
 * other tokens, signatures, retries, caches, purges over all organisations.
 */
export type SystemClock = () => Date

declare const ofOrganisations: unique symbol

/**
 * The time of an organisation, by its number: what it sells, holds, mails and lets expire goes by it. `organisationClock` alone makes
 * one, so that the system's time is not taken for it by mistake. Time is an argument: a test can stand at any instant.
 */
export type Clock = ((orgId: number) => Date) & { readonly [ofOrganisations]: true }

/**
 * For work that begins with what is due over all organisations and goes on in each. With `only`, of that organisation alone, which is
 * then looked for by its own time.
 */
export type Clocks = { clock: Clock; systemClock: SystemClock; only?: number }

/** By how many milliseconds the time of an organisation is ahead of the system's; of one that is not in it, by none. */
export type ClockOffsets = Map<number, number>

export const systemClock: SystemClock = () => new Date()

const NONE: ReadonlyMap<number, number> = new Map()

/** Every organisation has the system's time, but for those sandboxes whose time was moved ahead. */
export const organisationClock = (clock: SystemClock, offsets: ReadonlyMap<number, number> = NONE): Clock =>
  ((orgId: number) => {
    const aheadMs = offsets.get(orgId)
    return aheadMs === undefined ? clock() : new Date(clock().getTime() + aheadMs)
  }) as Clock

/** For work that goes by the real time in every organisation, as payment providers do. */
export const realTime = (systemClock: SystemClock): Clocks => ({ clock: organisationClock(systemClock), systemClock })

/** By how much an organisation's time is ahead of the real one: of a sandbox whose clock was moved. */
export const aheadSeconds = (orgId: number, { clock, systemClock }: Clocks): number =>
  Math.max(0, Math.round((clock(orgId).getTime() - systemClock().getTime()) / 1000))

/** The instant of Unix seconds; null stays null. */
export function fromUnixSeconds(seconds: number): Date
export function fromUnixSeconds(seconds: number | null): Date | null
export function fromUnixSeconds(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000)
}

export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)
