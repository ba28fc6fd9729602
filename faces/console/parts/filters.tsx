import { useEffect, useRef } from 'preact/hooks'
import styles from './filters.module.css'
import { useQuery } from './use-query.ts'

/** Long enough that the service is not asked for every letter. */
const PAUSE_MS = 250

/** A word to search for, in the address once typing has stopped. The back button undoes all of what was typed in one go. */
export function SearchFilter({ label, placeholder }: { label: string; placeholder: string }) {
  const { query, change } = useQuery()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const value = query.search ?? ''
  const sent = useRef(value)
  const isTyping = useRef(false)
  useEffect(() => {
    // The address has changed by something else than typing here: a link, or the way back.
    if (!input.current || value === sent.current) return
    input.current.value = value
    sent.current = value
    isTyping.current = false
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      ref={input}
      class={styles.input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      onBlur={() => {
        isTyping.current = false
      }}
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          sent.current = currentTarget.value.trim()
          change({ search: sent.current }, isTyping.current)
          isTyping.current = true
        }, PAUSE_MS)
      }}
    />
  )
}

export function SelectFilter({
  name,
  label,
  options,
  besides = {},
}: {
  name: string
  label: string
  /** The first is what counts without a choice: its value is empty. */
  options: { value: string; label: string }[]
  /** What else of the address changes with it. */
  besides?: Record<string, undefined>
}) {
  const { query, change } = useQuery()
  return (
    <select
      class={styles.input}
      aria-label={label}
      value={query[name] ?? ''}
      onChange={({ currentTarget }) => change({ ...besides, [name]: currentTarget.value })}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** A day, in the address as a day. An empty one says nothing of itself, so its label is to be seen. */
export function DateFilter({ name, label }: { name: string; label: string }) {
  const { query, change } = useQuery()
  return (
    <label class={styles.day}>
      {label}
      <input
        type="date"
        class={styles.input}
        value={query[name] ?? ''}
        onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      />
    </label>
  )
}
