/** Of what is held until `expiresAt`: whole seconds left by the server's clock, `m:ss`, and when to say it aloud. */
export type TimeLeft = { seconds: number; text: string; isShort: boolean }

const SHORT_SECONDS = 120

export function timeLeft(expiresAtMs: number, nowMs: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil((expiresAtMs - nowMs) / 1000))
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return { seconds, text, isShort: seconds <= SHORT_SECONDS }
}

/** Moments at which a reader of the screen is told; more often would only be in the way. */
const SPOKEN_SECONDS = [600, 300, 120, 60, 30]

/** The moment that was passed between two looks at the clock, if there was one. */
export const spokenAt = (before: number, now: number): number | undefined =>
  SPOKEN_SECONDS.find((moment) => before > moment && now <= moment)
