/** A sleep that can be ended early. */
export function napping() {
  let wake = () => {}
  return {
    wake: () => wake(),
    sleep: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
