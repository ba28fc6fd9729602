/*
 * How many people the passes of one ticket, or of one member at one event, stand for. A code names a ticket and not a
 * person: two admissions of it may be one person who went out without a scan, or two people with a copy. The rules are
 * pure, so that the phone of a supervisor and the service count alike.
 */

/**
 * One pass each, in the order of the log: `E` an admission, `S` one of which a supervisor said that it was the same
 * person, `O` one of which a supervisor said that it was another person, `X` an exit.
 */
export type Passes = string

/** People who are inside, at least and at most. */
export type People = { atLeast: number; atMost: number }

export const noPeople: People = { atLeast: 0, atMost: 0 }

/** People who leave without a scan count as inside until the log shows that they came back. */
export function peopleOf(passes: Passes): People {
  let { atLeast, atMost } = noPeople
  for (const pass of passes) {
    if (pass === 'X') {
      atLeast = Math.max(0, atLeast - 1)
      atMost = Math.max(0, atMost - 1)
    } else if (pass === 'S') {
      atLeast = Math.max(1, atLeast)
      atMost = Math.max(1, atMost)
    } else {
      atLeast = pass === 'O' ? atLeast + 1 : Math.max(1, atLeast)
      atMost += 1
    }
  }
  return { atLeast, atMost }
}

/** Admissions among them. */
export const entriesIn = (passes: Passes): number => passes.replaceAll('X', '').length

export const addPeople = (a: People, b: People, times = 1): People => ({
  atLeast: a.atLeast + b.atLeast * times,
  atMost: a.atMost + b.atMost * times,
})

/** A device that may have let people pass of whom the log does not know yet. */
export type UnsentFacts = {
  /** Scans that it last reported as not uploaded, or as refused by the service. */
  reported: number
  /** For how long it could have let people pass since the service last heard from it, while admission was open. */
  unheardMs: number
  /** Holders of whom it can let in each once; null where prices allow any number of entries. */
  holders: number | null
}

/** No gate is faster for longer than a moment: turnstiles take three seconds for a person, stewards four. */
const PEOPLE_PER_SECOND = 1

/** How many people may have passed a device of whom the log does not know yet. */
export function mayHold({ reported, unheardMs, holders }: UnsentFacts): number {
  const unheard = Math.ceil((Math.max(0, unheardMs) / 1000) * PEOPLE_PER_SECOND)
  return Math.max(reported, Math.min(reported + unheard, holders ?? Number.POSITIVE_INFINITY))
}
