import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** What single keys do while no field is typed in: `c`, `enter`, `1`, and `-1` for a digit with Shift. */
export type Keys = Record<string, (() => void) | undefined>

/** By the place of the key where it is a digit: on some keyboards the row of digits has them only with Shift. */
const nameOf = ({ code, key, shiftKey }: KeyboardEvent): string => {
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(code) ?? []
  return digit === undefined ? key.toLowerCase() : `${shiftKey ? '-' : ''}${digit}`
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null
const isPressing = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, a, summary') !== null

export function useKeys(keys: Keys, isOn: boolean): void {
  // Of the page as it was drawn last: a quick seller need not wait for the next listener.
  const current = useRef<Keys>({})
  current.current = isOn ? keys : {}
  // With what is drawn and not after it: a key that is shown works.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, target, repeat, defaultPrevented } = event
      if (ctrlKey || metaKey || altKey || repeat || defaultPrevented) return
      if (event.key === 'Escape' && isTyping(target) && !(target as Element).closest('dialog'))
        return (target as HTMLElement).blur()
      // A button that has the focus is pressed by Enter, as everywhere.
      if (isTyping(target) || document.querySelector('dialog[open]') || (event.key === 'Enter' && isPressing(target)))
        return
      const act = current.current[nameOf(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const KEYS_OFF = 'grandstand.keys-off'

/** Staff who speak to their computer, or hit keys by accident, turn single keys off; this browser remembers it. */
export function useKeysSwitch(): [isOn: boolean, toggle: () => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(KEYS_OFF) === null)
  const toggle = () => {
    isOn ? localStorage.setItem(KEYS_OFF, 'yes') : localStorage.removeItem(KEYS_OFF)
    setOn(!isOn)
  }
  return [isOn, toggle]
}
