import type { OrgId } from '../../../access/principal.ts'
import { isSuspect, type Lane } from './lane.ts'

export type RequestSlots = ReturnType<typeof createRequestSlots>

/**
 * The requests that a process has under way at once. At most half go to endpoints that failed or dawdled last, and at most half
 * to one organisation; a fifth is kept for endpoints that have just answered quickly, whatever the others do.
 */
export function createRequestSlots(max: number) {
  const suspectsMax = Math.ceil(max / 2)
  const ofOrganisationMax = Math.ceil(max / 2)
  const doubtfulMax = Math.ceil((max * 4) / 5)
  const ofOrganisation = new Map<OrgId, number>()
  let inUse = 0
  let suspects = 0
  let doubtfuls = 0
  return {
    inUse: () => inUse,
    /** Gives back what ends the request, or nothing when there is no room for this endpoint now. */
    take({ target: { orgId }, pace, failures }: Pick<Lane, 'target' | 'pace' | 'failures'>): (() => void) | undefined {
      const ofThisOne = ofOrganisation.get(orgId) ?? 0
      const suspect = isSuspect({ pace, failures }) ? 1 : 0
      const doubtful = suspect === 1 || pace === 'unknown' ? 1 : 0
      if (inUse >= max || ofThisOne >= ofOrganisationMax) return undefined
      if ((suspect && suspects >= suspectsMax) || (doubtful && doubtfuls >= doubtfulMax)) return undefined
      inUse += 1
      suspects += suspect
      doubtfuls += doubtful
      ofOrganisation.set(orgId, ofThisOne + 1)
      return () => {
        inUse -= 1
        suspects -= suspect
        doubtfuls -= doubtful
        const left = (ofOrganisation.get(orgId) ?? 1) - 1
        if (left > 0) ofOrganisation.set(orgId, left)
        else ofOrganisation.delete(orgId)
      }
    },
  }
}
