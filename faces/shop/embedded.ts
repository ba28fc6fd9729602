/** Whether the page is shown in a frame on the club's own page: see embed.ts, which is the other end. */
export const isEmbedded = window.parent !== window

/** To the page that frames us: nothing of it is a secret, and only pages that the club allows can. */
const tell = (message: { grandstand: 'height' | 'top' | 'close'; height?: number }): void =>
  window.parent.postMessage(message, '*')

/** Says how high the page is, whenever that changes, and that the visitor wants to leave. */
export function followFrame(): void {
  if (!isEmbedded) return
  // In a window of its own height it is a page like any other.
  if (new URLSearchParams(location.search).get('embedded') === 'page')
    document.documentElement.toggleAttribute('data-embedded', true)
  const measure = () => tell({ grandstand: 'height', height: document.body.getBoundingClientRect().height })
  new ResizeObserver(measure).observe(document.body)
  addEventListener('keydown', (event) => {
    // What is open above the page is closed first.
    const isPage = !event.defaultPrevented && document.querySelector('dialog[open]') === null
    if (event.key === 'Escape' && isPage) tell({ grandstand: 'close' })
  })
}

/** Another page of the shop begins at its top. */
export const tellTop = (): void => {
  if (isEmbedded) tell({ grandstand: 'top' })
}
