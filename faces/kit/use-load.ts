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
 * that comes too late is not taken. Where a reload fails it stays beside the error; what belongs to something else does not.
 */
export function useLoad<T>(load: () => Promise<T>, depends: unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: unknown; isLoading: boolean }>({ isLoading: true })
  const turn = useRef(0)
  const ask = useCallback((isSame: boolean) => {
    const mine = ++turn.current
    const settle = (next: { data?: T; error?: unknown }) => {
      if (mine !== turn.current) return
      setState((before) => ({ ...(isSame && { data: before.data }), ...next, isLoading: false }))
    }
    setState((before) => ({ ...before, isLoading: true }))
    load().then(
      (data) => settle({ data }),
      (error: unknown) => settle({ error }),
    )
  }, depends)
  const reload = useCallback(() => ask(true), [ask])
  useEffect(() => {
    ask(false)
    return () => {
      turn.current += 1
    }
  }, [ask])
  const set = useCallback((data: T) => {
    turn.current += 1
    setState({ data, isLoading: false })
  }, [])
  return { data: state.data, error: state.error, isLoading: state.isLoading, reload, set }
}
