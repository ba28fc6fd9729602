/*
 * The shop on a club's own page, as a script of a few kilobytes:
 *
 *   <script async src="https://tickets.example.org/embed.js"></script>
 *   <div data-grandstand-shop></div>                      the whole shop, here; with data-event="7", that event
 *   <button data-grandstand-event="7">Tickets</button>    the event, in a window above the page
 *
 * It is a frame of the shop's own pages, and hears three things of them: how high they are, that another one begins, and that the visitor
 * wants to leave. Pages of other sites than those that the club allows cannot show it: the browser holds them to the shop's own policy.
 */
{
  type Message = { grandstand?: 'height' | 'top' | 'close'; height?: number }

  const script = document.currentScript as HTMLScriptElement
  const shop = new URL('.', script.src)
  const READY = 'data-grandstand-ready'
  const HEIGHT_LEAST = 320
  const closers = new Map<HTMLIFrameElement, () => void>()

  const frameOf = (eventId: string | null, title: string, where: 'page' | 'window'): HTMLIFrameElement => {
    const frame = document.createElement('iframe')
    frame.src = new URL(`${eventId === null ? '' : `events/${eventId}`}?embedded=${where}`, shop).href
    frame.title = title
    // Wallets of phones pay from within it, and it may hand a link on.
    frame.allow = `payment ${shop.origin}; clipboard-write ${shop.origin}`
    Object.assign(frame.style, { display: 'block', width: '100%', border: '0', minHeight: `${HEIGHT_LEAST}px` })
    return frame
  }

  const frames = () => [...document.querySelectorAll<HTMLIFrameElement>('iframe')]

  addEventListener('message', ({ origin, source, data }: MessageEvent<Message | null>) => {
    const frame = frames().find(({ contentWindow }) => contentWindow === source)
    if (origin !== shop.origin || !frame || typeof data !== 'object' || data === null) return
    const isInWindow = closers.has(frame)
    if (data.grandstand === 'close') closers.get(frame)?.()
    else if (data.grandstand === 'height' && !isInWindow && Number.isFinite(data.height))
      frame.style.height = `${Math.max(Math.ceil(Number(data.height)), HEIGHT_LEAST)}px`
    else if (data.grandstand === 'top' && !isInWindow && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
  })

  const openWindow = (button: HTMLElement): void => {
    const dialog = document.createElement('dialog')
    const close = document.createElement('button')
    const frame = frameOf(button.dataset.grandstandEvent || null, button.textContent?.trim() || 'Tickets', 'window')
    close.type = 'button'
    close.textContent = '×'
    close.setAttribute('aria-label', button.dataset.closeLabel ?? 'Close')
    Object.assign(dialog.style, {
      ...{ width: 'min(100vw, 64rem)', height: '100dvh', maxWidth: 'none', maxHeight: 'none', margin: 'auto' },
      ...{ padding: '0', border: '0', background: 'Canvas', color: 'CanvasText' },
    })
    Object.assign(close.style, {
      ...{ position: 'absolute', insetInlineEnd: '0', top: '0', width: '44px', height: '44px', zIndex: '1' },
      ...{ border: '0', background: 'Canvas', color: 'CanvasText', font: '24px/1 system-ui', cursor: 'pointer' },
    })
    frame.style.height = '100%'
    // Back closes it, as it does a page.
    history.pushState({ ...history.state, grandstand: true }, '')
    const shut = () => dialog.close()
    const onBack = () => shut()
    addEventListener('popstate', onBack)
    dialog.addEventListener('close', () => {
      removeEventListener('popstate', onBack)
      closers.delete(frame)
      dialog.remove()
      if (history.state?.grandstand) history.back()
      button.focus()
    })
    close.addEventListener('click', shut)
    closers.set(frame, shut)
    dialog.append(close, frame)
    document.body.append(dialog)
    dialog.showModal()
    frame.focus()
  }

  const prepare = (): void => {
    for (const place of document.querySelectorAll<HTMLElement>(`[data-grandstand-shop]:not([${READY}])`)) {
      place.setAttribute(READY, '')
      place.replaceChildren(frameOf(place.dataset.event ?? null, place.dataset.title ?? 'Tickets', 'page'))
    }
    for (const button of document.querySelectorAll<HTMLElement>(`[data-grandstand-event]:not([${READY}])`)) {
      button.setAttribute(READY, '')
      button.addEventListener('click', (event) => {
        event.preventDefault()
        openWindow(button)
      })
    }
  }

  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', prepare)
  else prepare()
  // What a page adds later counts as well.
  new MutationObserver(prepare).observe(document.documentElement, { childList: true, subtree: true })
}
