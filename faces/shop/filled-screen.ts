import { useEffect } from 'preact/hooks'

/** While a stand has the screen, head and foot of the shop make room: see layout.module.css. */
export function useFilledScreen(isFilled: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-filled', isFilled)
    return () => document.documentElement.removeAttribute('data-filled')
  }, [isFilled])
}
