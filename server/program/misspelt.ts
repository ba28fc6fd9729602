import { settings } from './config.ts'

/**
 * Names in the environment that differ by one slip of the fingers from a setting that is not set: a misspelt DATABASE_URL would start an
 * empty database of its own. Short names of others are too near to ours to be told apart.
 */
export function misspelt(environment: Record<string, string | undefined>): string[] {
  const names = Object.keys(settings).filter((name) => name.length >= NAME_LENGTH_MIN)
  const foreign = Object.keys(environment).filter((name) => !Object.hasOwn(settings, name) && environment[name] !== '')
  return names
    .filter((name) => (environment[name] ?? '') === '')
    .flatMap((name) =>
      foreign
        .filter((other) => isOneSlip(name, other))
        .map((other) => `${other} is no setting, and ${name} is not set: is that what was meant?`),
    )
}

const NAME_LENGTH_MIN = 8

/** One letter too many, too few, wrong, or two of them swapped; capitals do not matter. */
function isOneSlip(name: string, other: string): boolean {
  const a = name
  const b = other.toUpperCase()
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const restA = a.slice(start)
  const restB = b.slice(start)
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  )
}
