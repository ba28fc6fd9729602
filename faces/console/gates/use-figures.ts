import { useEffect, useState } from 'preact/hooks'
import { api } from '../parts/api.ts'
import { framesOf, type LiveFigures } from './figures-stream.ts'

const AGAIN_MS = 2_000

/** The doors of an event as they are now. A stream that ends, or breaks off, is opened again; what was last known stays and is called old. */
export function useFigures(eventId: string): { figures: LiveFigures | undefined; isLive: boolean; error: unknown } {
  const [state, setState] = useState<{ figures?: LiveFigures; isLive: boolean; error?: unknown }>({ isLive: false })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = async () => {
      try {
        const { body } = await api.gates.watchEvent(eventId, {}, { signal, attemptsMax: 1 })
        if (body) for await (const figures of framesOf<LiveFigures>(body)) setState({ figures, isLive: true })
        if (!signal.aborted) setState((before) => ({ ...before, isLive: false }))
      } catch (error) {
        if (signal.aborted) return
        setState((before) => ({ ...before, isLive: false, error }))
      }
      if (!signal.aborted) timer = setTimeout(watch, AGAIN_MS)
    }
    setState({ isLive: false })
    void watch()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [eventId])
  return { figures: state.figures, isLive: state.isLive, error: state.figures ? undefined : state.error }
}
