/** A sleep that can be ended early. */
export function createNap() {
  let wake: (() => void) | undefined
  return {
    wake: () => wake?.(),
    sleep: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          wake = undefined
          resolve()
        }
        const timer = setTimeout(end, ms)
        wake = end
      }),
  }
}
