/**
 * Who gets places, in the order of arrival: each one whose wish fits into what is left. A wish that is too large is refused
 * and takes nothing, so a smaller one behind it may still be granted.
 */
export function grantPlaces(wishes: number[], left: number): { granted: boolean[]; taken: number; left: number } {
  let rest = left
  const granted = wishes.map((places) => {
    if (places > rest) return false
    rest -= places
    return true
  })
  return { granted, taken: left - rest, left: rest }
}
