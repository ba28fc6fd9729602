/**
 * Does what arrives in a crowd a few at a time, in the order of arrival, and lets the process turn to everything else between: answers of
 * the database and other requests then wait for a few pieces of it, and not for all that has come.
 */
export function inSmallParts(most: number): (piece: () => void) => void {
  const waiting: (() => void)[] = []
  let isComing = false
  let done = 0

  function goOn(): void {
    const part = waiting.splice(0, most)
    done = part.length
    isComing = done > 0
    if (isComing) setImmediate(goOn)
    for (const piece of part) piece()
  }

  return (piece) => {
    if (waiting.length > 0 || done >= most) return void waiting.push(piece)
    done += 1
    if (!isComing) {
      isComing = true
      setImmediate(goOn)
    }
    piece()
  }
}
