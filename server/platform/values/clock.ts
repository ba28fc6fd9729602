/** Time is an argument, so that a test can stand at any instant without waiting for it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** The instant of Unix seconds; null stays null. */
export function fromUnixSeconds(seconds: number): Date
export function fromUnixSeconds(seconds: number | null): Date | null
export function fromUnixSeconds(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000)
}

export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)
