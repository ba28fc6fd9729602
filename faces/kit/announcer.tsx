import { useEffect, useState } from 'preact/hooks'

type Listener = (text: string) => void
const listeners = new Set<Listener>()

/** Has a screen reader say something, once the page has changed. */
export function announce(text: string): void {
  for (const tell of listeners) tell(text)
}

/** Once in every face. */
export function Announcer() {
  const [said, setSaid] = useState({ text: '', turn: 0 })
  useEffect(() => {
    const listener: Listener = (text) => setSaid(({ turn }) => ({ text, turn: turn + 1 }))
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return (
    <div role="status" class="visually-hidden">
      {/* The same words twice are two messages. */}
      <span key={said.turn}>{said.text}</span>
    </div>
  )
}
