/** To the page that frames us: nothing of it is a secret, and only pages that the club allows can. */
const tell = (message: { grandstand: 'height' | 'close'; height?: number }): void =>
  window.parent.postMessage(message, '*')

/** Says how high the page is, whenever that changes, and that the visitor wants to leave. `search` is of the address that the frame began with. */
export function followFrame(search: string): void {
  // In a window of its own height it is a page like any other.
  if (new URLSearchParams(search).get('embedded') === 'page')
    document.documentElement.toggleAttribute('data-embedded', true)
  const measure = () => tell({ grandstand: 'height', height: document.body.getBoundingClientRect().height })
  new ResizeObserver(measure).observe(document.body)
  addEventListener('keydown', (event) => {
    // What is open above the page is closed first.
    const isPage = !event.defaultPrevented && document.querySelector('dialog[open]') === null
    if (event.key === 'Escape' && isPage) tell({ grandstand: 'close' })
  })
}
