import { closesAt, opensAt } from '../../server/gates/rules/decide.ts'
import { eventFacts, type ManifestHead } from './manifest-facts.ts'

/** The program must not change in the middle of an evening: not with doors open, nor with anything that is not uploaded. */
export function mayRenew(waiting: number, head: Pick<ManifestHead, 'event'> | undefined, at: number): boolean {
  if (waiting > 0) return false
  if (!head) return true
  const event = eventFacts(head)
  return at < opensAt(event) || at >= closesAt(event)
}
