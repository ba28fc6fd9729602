/*
 * Runs in the browser, on the scanner's own page: what a reader types, and how long until another answer is there. No steward lets the page have
 * a camera.
 */
const refused = async () => {
  throw new DOMException('blocked', 'NotAllowedError')
}
Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: refused })

const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))

/** A phone that gives none in this time says why on its screen. */
const NO_ANSWER_MS = 20_000

const nextAnswer = (before: Element | null) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error(document.body.innerText)), NO_ANSWER_MS)
    const watch = new MutationObserver(() => {
      const now = document.querySelector('[data-result]')
      if (!now || now === before) return
      watch.disconnect()
      resolve()
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })

async function verdict(barcode: string, pauseMs: number): Promise<number> {
  const answered = nextAnswer(document.querySelector('[data-result]'))
  for (const key of barcode) press(key)
  const from = performance.now()
  press('Enter')
  await answered
  const ms = performance.now() - from
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  return ms
}

Object.assign(globalThis, { verdict })
