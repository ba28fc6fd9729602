import { useEffect, useState } from 'preact/hooks'
import styles from './toast.module.css'

type Toast = { id: number; text: string; tone: 'good' | 'flare' }
type Listener = (toast: Toast) => void

const listeners = new Set<Listener>()
let count = 0
/** Long enough to be read twice. */
const SHOWN_MS = 6_000

/** Says in a corner that something was done, to be seen and to be heard. */
export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  count += 1
  for (const tell of listeners) tell({ id: count, text, tone })
}

/** Once in a face. */
export function Toasts() {
  const [toasts, setToasts] = useState<Toast[]>([])
  useEffect(() => {
    const listener: Listener = (toast) => {
      setToasts((before) => [...before.slice(-2), toast])
      setTimeout(() => setToasts((before) => before.filter(({ id }) => id !== toast.id)), SHOWN_MS)
    }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return (
    <div class={styles.toasts} role="status">
      {toasts.map(({ id, text, tone }) => (
        <p key={id} class={[styles.toast, styles[tone]].join(' ')}>
          {text}
        </p>
      ))}
    </div>
  )
}
