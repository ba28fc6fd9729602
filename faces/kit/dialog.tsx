import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import styles from './dialog.module.css'

/** The browser's own dialog: it keeps the focus inside, and Escape closes it. */
export function Dialog({
  open,
  title,
  wide = false,
  onClose,
  children,
}: {
  open: boolean
  title: string
  /** As wide as the window: a map. */
  wide?: boolean
  onClose(): void
  children: ComponentChildren
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // The browser tells of each closing a moment later, also of ours: by then the page may have opened it again, and it must stay open.
  const toldLater = useRef(0)
  useEffect(() => {
    const dialog = ref.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) {
      toldLater.current += 1
      dialog.close()
    }
  }, [open])
  const closed = () => {
    if (toldLater.current > 0) toldLater.current -= 1
    else onClose()
  }
  return (
    <dialog ref={ref} class={[styles.dialog, wide ? styles.wide : ''].join(' ')} aria-labelledby={id} onClose={closed}>
      {open && (
        <>
          <h2 id={id}>{title}</h2>
          {children}
        </>
      )}
    </dialog>
  )
}
