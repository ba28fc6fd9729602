import { count } from '../parts/format.ts'
import { words } from '../words/gates.ts'

/** `29, up to 34`, or the number where it is certain. */
export const peopleRange = ({ at_least, at_most }: { at_least: number; at_most: number }): string =>
  at_least === at_most ? count(at_least) : words.peopleRange({ atLeast: count(at_least), atMost: count(at_most) })
