import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { useAction } from '../../kit/use-action.ts'
import { common } from '../words/common.ts'
import form from './form.module.css'
import { TroubleNotice } from './trouble.tsx'

/** A button for what cannot be undone: it says first what will happen, and does it when told so. */
export function ConfirmButton({
  label,
  title,
  verb,
  why,
  look = 'quiet',
  isGrave = false,
  act,
  children,
}: {
  label: string
  /** The question. */
  title: string
  /** On the button that does it. */
  verb: string
  why?: string | undefined
  look?: 'plain' | 'quiet' | 'danger'
  /** Nothing brings it back: the button that does it looks like it. */
  isGrave?: boolean
  act(): Promise<unknown>
  /** What comes of it. */
  children: ComponentChildren
}) {
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy, error, forget } = useAction()
  const close = () => {
    setOpen(false)
    forget()
  }
  return (
    <>
      <Button look={look} why={why} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} title={title} onClose={close}>
        <p>{children}</p>
        {error !== undefined && <TroubleNotice error={error} />}
        <div class={form.actions}>
          <Button
            look={isGrave ? 'danger' : 'strong'}
            busy={isBusy}
            onClick={async () => {
              if (await run(act)) close()
            }}
          >
            {verb}
          </Button>
          <Button onClick={close}>{common.cancel}</Button>
        </div>
      </Dialog>
    </>
  )
}
