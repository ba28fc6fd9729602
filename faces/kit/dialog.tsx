import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import styles from './dialog.module.css'

const OURS = '1'

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
  useEffect(() => {
    const dialog = ref.current
    if (dialog?.open === open) return
    if (open) dialog?.showModal()
    else dialog?.close(OURS)
  }, [open])
  // The browser tells of each closing a moment later, also of ours: by then the page may have opened it again, and it must stay open.
  const closed = ({ currentTarget: dialog }: { currentTarget: HTMLDialogElement }) => {
    if (!dialog.returnValue) onClose()
    dialog.returnValue = ''
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
