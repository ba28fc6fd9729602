import { useEffect, useState } from 'preact/hooks'
import { isWellTyped } from '../../server/gates/rules/check-digit.ts'
import { hashedLeaveCode, isLeaveCode } from '../../server/gates/rules/leave-code.ts'
import { Dialog } from '../kit/dialog.tsx'
import { CodeField } from './code-field.tsx'
import type { Keeper } from './keeper.ts'
import type { Register } from './register.ts'
import styles from './scan.module.css'
import { useWordsAnd } from './spoken.ts'
import { checkCode } from './supervisor-check.ts'
import { fingerprint } from './webcrypto.ts'
import { sheetWords } from './words/sheets.ts'

type LeavePanelProps = { open: boolean; onClose(): void; keeper: Keeper; onLeft(): void }

/** As long as it is open no ticket is read, and any fan can open it. */
const OPEN_MS = 30_000

/**
 * Out of turnstile mode, which has no steward beside it: by the supervisor's code, which only the service can check, or by the long one of the
 * day, of which the phone has the hash.
 */
export function LeavePanel({ open, onClose, keeper, onLeft }: LeavePanelProps) {
  const words = useWordsAnd(sheetWords)
  const [problem, setProblem] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    setProblem(undefined)
    if (!open) return
    const timer = setTimeout(onClose, OPEN_MS)
    return () => clearTimeout(timer)
  }, [open, onClose])
  const submit = async (form: HTMLFormElement) => {
    const code = String(new FormData(form).get('code') ?? '').trim()
    if (isLeaveCode(code)) {
      const isOfToday = await isLeaveCodeOf(keeper.register, code)
      return isOfToday ? onLeft() : setProblem(words.leaveWrong)
    }
    if (!isWellTyped(code)) return setProblem(words.leaveSlip)
    setBusy(true)
    const checked = await checkCode(keeper, code)
    setBusy(false)
    if (checked?.right) onLeft()
    else setProblem(checked ? words.letInWrong(checked.tries_left) : words.leaveOffline)
  }
  return (
    <Dialog open={open} title={words.kioskLeave} onClose={onClose}>
      <form
        class={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget as HTMLFormElement)
        }}
      >
        <CodeField
          problem={problem}
          hint={words.leaveHint}
          isLong
          action={words.kioskLeave}
          isBusy={isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

/** A list of a program from before has none. */
async function isLeaveCodeOf(register: Register | undefined, code: string): Promise<boolean> {
  const { event, leave_code_hashes: hashes = [] } = register?.head ?? {}
  return event !== undefined && hashes.includes(await fingerprint(hashedLeaveCode(event.event_id, code)))
}
