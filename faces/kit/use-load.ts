import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

export type Loaded<T> = {
  data: T | undefined
  error: unknown
  isLoading: boolean
  reload(): void
  set(data: T): void
}

/**
 * Loads when the page comes up and whenever what it depends on changes. What was there stays until the next answer, and an answer
 * that comes too late is not taken.
 */
export function useLoad<T>(load: () => Promise<T>, depends: unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: unknown; isLoading: boolean }>({ isLoading: true })
  const turn = useRef(0)
  const reload = useCallback(() => {
    const mine = ++turn.current
    const settle = (next: { data?: T; error?: unknown }) => {
      if (mine === turn.current) setState((before) => ({ data: before.data, ...next, isLoading: false }))
    }
    setState((before) => ({ ...before, isLoading: true }))
    load().then(
      (data) => settle({ data }),
      (error: unknown) => settle({ error }),
    )
  }, depends)
  useEffect(() => {
    reload()
    return () => {
      turn.current += 1
    }
  }, [reload])
  const set = useCallback((data: T) => {
    turn.current += 1
    setState({ data, isLoading: false })
  }, [])
  return { data: state.data, error: state.error, isLoading: state.isLoading, reload, set }
}
