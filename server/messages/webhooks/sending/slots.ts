import type { OrgId } from '../../../access/principal.ts'
import { isSuspect, type Lane } from './lane.ts'

export type Slots = ReturnType<typeof createSlots>

/**
 * The requests that a process has under way at once. At most half go to endpoints that failed or dawdled last, and at most half
 * to one organisation; a fifth is kept for endpoints that have just answered quickly, whatever the others do.
 */
export function createSlots(max: number) {
  const suspectsMax = Math.ceil(max / 2)
  const ofOrganisationMax = Math.ceil(max / 2)
  const unprovenMax = Math.ceil((max * 4) / 5)
  const ofOrganisation = new Map<OrgId, number>()
  let taken = 0
  let suspects = 0
  let unproven = 0
  return {
    taken: () => taken,
    /** Gives back what ends the request, or nothing when there is no room for this endpoint now. */
    take({ target: { orgId }, pace, failures }: Pick<Lane, 'target' | 'pace' | 'failures'>): (() => void) | undefined {
      const own = ofOrganisation.get(orgId) ?? 0
      const suspect = isSuspect({ pace, failures }) ? 1 : 0
      const doubtful = suspect === 1 || pace === 'unknown' ? 1 : 0
      if (taken >= max || own >= ofOrganisationMax) return undefined
      if ((suspect && suspects >= suspectsMax) || (doubtful && unproven >= unprovenMax)) return undefined
      taken += 1
      suspects += suspect
      unproven += doubtful
      ofOrganisation.set(orgId, own + 1)
      return () => {
        taken -= 1
        suspects -= suspect
        unproven -= doubtful
        const left = (ofOrganisation.get(orgId) ?? 1) - 1
        if (left > 0) ofOrganisation.set(orgId, left)
        else ofOrganisation.delete(orgId)
      }
    },
  }
}
