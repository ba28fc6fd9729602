import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

export type Size = { width: number; height: number }

/** How large an element is, now and whenever that changes. */
export function useSize(): [RefObject<HTMLDivElement | null>, Size] {
  const element = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!element.current) return
    const { clientWidth, clientHeight } = element.current
    setSize({ width: clientWidth, height: clientHeight })
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, size]
}
