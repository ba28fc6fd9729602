import { useRef, useState } from 'preact/hooks'

/** Something that a button does, once: a second press while it is under way does nothing. Answers whether it went well. */
export function useAction(): {
  run(act: () => Promise<unknown>): Promise<boolean>
  isBusy: boolean
  error: unknown
  forget(): void
} {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isUnderWay = useRef(false)
  const run = async (act: () => Promise<unknown>) => {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setBusy(true)
    setError(undefined)
    try {
      await act()
      return true
    } catch (failure) {
      setError(failure)
      return false
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return { run, isBusy, error, forget: () => setError(undefined) }
}
