import type { ComponentChildren } from 'preact'
import styles from './button.module.css'

type Look = 'strong' | 'plain' | 'quiet' | 'danger'

type ButtonProps = {
  type?: 'button' | 'submit'
  id?: string
  disabled?: boolean
  onClick?(event: MouseEvent): void
  look?: Look
  /** Something is under way: it stays where it is, says so, and does nothing a second time. */
  busy?: boolean
  wide?: boolean
  /** Why it does nothing now. It can still be reached, so that a person who wonders is told. */
  why?: string | undefined
  children: ComponentChildren
}

let reasonForNone: string | undefined

/** The reason that no time will lift: what a person's role may not do is no button for them. A form says it in place of its own. */
export const hideButtonsFor = (reason: string): void => {
  reasonForNone = reason
}

export function Button({ look = 'plain', busy = false, wide = false, why, children, onClick, ...rest }: ButtonProps) {
  if (why && why === reasonForNone) return rest.type === 'submit' ? <p>{why}</p> : null
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`, which would take the focus away from the person who has just pressed it.
      aria-disabled={busy || rest.disabled || why !== undefined ? 'true' : undefined}
      aria-busy={busy ? 'true' : undefined}
      title={why}
      onClick={(event) => {
        if (busy || why !== undefined) event.preventDefault()
        else onClick?.(event)
      }}
      class={[styles.button, styles[look], wide ? styles.wide : ''].join(' ')}
    >
      {children}
      {why !== undefined && <span class="visually-hidden">: {why}</span>}
    </button>
  )
}

/** A link that looks like a button, for what goes to another page. */
export function ButtonLink({
  href,
  look = 'plain',
  wide = false,
  download,
  target,
  onClick,
  children,
}: {
  href: string
  look?: Look
  wide?: boolean
  download?: string
  target?: '_blank' | undefined
  onClick?: () => void
  children: ComponentChildren
}) {
  return (
    <a
      href={href}
      download={download}
      target={target}
      onClick={onClick}
      class={[styles.button, styles[look], wide ? styles.wide : ''].join(' ')}
    >
      {children}
    </a>
  )
}
