/** Time is an argument, so that a test can stand at any instant without waiting for it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)
