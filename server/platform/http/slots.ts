import { ApiError } from './errors.ts'

export type Slots = ReturnType<typeof createSlots>

/**
 * How many of something long may run at once in this process, and how many of them for one organisation. A caller who finds no
 * slot is told to come again, instead of slowing down all the others.
 */
export function createSlots({ all, each }: { all: number; each: number }) {
  const inUse = new Map<number, number>()
  let total = 0
  return {
    /** Takes a slot; the answer gives it back, once, however often it is called. */
    take(orgId: number): () => void {
      const ofOrganisation = inUse.get(orgId) ?? 0
      if (ofOrganisation >= each || total >= all) {
        const message = 'Too many such answers are being sent at once. Try again when one of them has ended.'
        throw new ApiError('service_unavailable', { message, headers: { 'retry-after': '10' } })
      }
      inUse.set(orgId, ofOrganisation + 1)
      total += 1
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        total -= 1
        const left = (inUse.get(orgId) ?? 1) - 1
        if (left === 0) inUse.delete(orgId)
        else inUse.set(orgId, left)
      }
    },
  }
}
