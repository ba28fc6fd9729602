/** What a steward hears and feels without looking. */
export type Signal = 'in' | 'check' | 'out' | 'stop' | 'alarm'

/** Frequencies, one after the other; how long each, in seconds. */
const TONES: Record<Signal, { tones: number[]; seconds: number; wave: OscillatorType }> = {
  in: { tones: [880, 1320], seconds: 0.09, wave: 'sine' },
  /** Let in, and look: three, like a doorbell. */
  check: { tones: [990, 740, 990], seconds: 0.14, wave: 'triangle' },
  out: { tones: [1100], seconds: 0.12, wave: 'sine' },
  stop: { tones: [180, 140], seconds: 0.28, wave: 'square' },
  /** Something is wrong with the phone, not with the fan. */
  alarm: { tones: [620, 440, 620, 440], seconds: 0.16, wave: 'sawtooth' },
}
const BUZZ: Record<Signal, number[]> = {
  in: [60],
  check: [60, 60, 60, 60, 160],
  out: [40],
  stop: [220, 90, 220],
  alarm: [120, 60, 120, 60, 400],
}

let context: AudioContext | undefined

/** A browser lets a page sound only after it was touched. */
export function unlockSound(): void {
  context ??= new AudioContext()
  context.resume().catch(() => undefined)
}

export function give(signal: Signal, sound: boolean): void {
  navigator.vibrate?.(BUZZ[signal])
  if (!sound || context?.state !== 'running') return
  const { tones, seconds, wave } = TONES[signal]
  for (const [index, frequency] of tones.entries()) {
    const from = context.currentTime + index * seconds
    const oscillator = context.createOscillator()
    const volume = context.createGain()
    oscillator.type = wave
    oscillator.frequency.value = frequency
    volume.gain.setValueAtTime(0.5, from)
    volume.gain.linearRampToValueAtTime(0, from + seconds)
    oscillator.connect(volume).connect(context.destination)
    oscillator.start(from)
    oscillator.stop(from + seconds)
  }
}
