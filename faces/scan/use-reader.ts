import { useLayoutEffect } from 'preact/hooks'

/** A reader types a code and Enter; after a longer pause a new one begins. */
const PAUSE_MS = 1_500
const SHORTEST = 3

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog[open]') !== null

/** Readers that are keyboards: they type wherever the page is, and the steward need not tap a field first. */
export function useReader(onText: (text: string) => unknown): void {
  // At once: the first scan after the page asks for one is heard.
  useLayoutEffect(() => {
    let text = ''
    let typedAt = 0
    const typed = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const now = Date.now()
      if (now - typedAt > PAUSE_MS) text = ''
      typedAt = now
      if (event.key.length === 1) text += event.key
      if (event.key !== 'Enter' || text.length < SHORTEST) return
      // Not a press of the button that happens to have the focus.
      event.preventDefault()
      const code = text
      text = ''
      onText(code)
    }
    addEventListener('keydown', typed, { capture: true })
    return () => removeEventListener('keydown', typed, { capture: true })
  }, [onText])
}
