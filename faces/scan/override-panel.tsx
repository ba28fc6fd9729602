import { useState } from 'preact/hooks'
import { isWellTyped } from '../../server/gates/rules/check-digit.ts'
import { Dialog } from '../kit/dialog.tsx'
import { CheckField, Field } from '../kit/field.tsx'
import { CodeField } from './code-field.tsx'
import type { Keeper, SealOverride } from './keeper.ts'
import styles from './scan.module.css'
import { sealCode } from './seal-code.ts'
import { useWordsAnd } from './spoken.ts'
import { checkCode } from './supervisor-check.ts'
import { sheetWords } from './words/sheets.ts'

type OverridePanelProps = { open: boolean; onClose(): void; keeper: Keeper; onOverride(sealFor: SealOverride): void }

/**
 * The supervisor answers for it, with a code and a reason that stays. The phone knows nothing of the code but how one is spelled: where
 * there is no network it takes the supervisor's word, and the service looks at it with the upload.
 */
export function OverridePanel({ open, onClose, keeper, onOverride }: OverridePanelProps) {
  const words = useWordsAnd(sheetWords)
  const [problem, setProblem] = useState<string | undefined>()
  const [reasonProblem, setReasonProblem] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (form: HTMLFormElement) => {
    const field = (name: string) => String(new FormData(form).get(name) ?? '').trim()
    const code = field('code')
    const reason = [field('ready'), field('reason')].filter((part) => part !== '').join('. ')
    setReasonProblem(reason === '' ? words.letInNoReason : undefined)
    if (reason === '') return
    if (!isWellTyped(code)) return setProblem(words.letInSlip)
    const codeKey = keeper.register?.head.code_key
    if (codeKey === undefined) return setProblem(words.noManifest)
    setBusy(true)
    const checked = await checkCode(keeper, code)
    setBusy(false)
    setProblem(checked && !checked.right ? words.letInWrong(checked.tries_left) : undefined)
    if (checked?.right === false) return
    onOverride(async (nonce) => ({ reason, sealedCode: await sealCode(codeKey, keeper.device.deviceId, nonce, code) }))
  }
  return (
    <Dialog
      open={open}
      title={words.letIn}
      onClose={() => {
        setProblem(undefined)
        setReasonProblem(undefined)
        onClose()
      }}
    >
      <form
        class={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget as HTMLFormElement)
        }}
      >
        <fieldset class={styles.reasons}>
          <legend>{words.letInReason}</legend>
          <p>{words.letInHint}</p>
          {words.letInReasons.map((ready) => (
            <CheckField key={ready} type="radio" name="ready" value={ready} label={ready} />
          ))}
        </fieldset>
        <Field name="reason" label={words.letInOwnReason} error={reasonProblem} maxLength={120} />
        <CodeField
          problem={problem}
          hint={keeper.standing.isOnline ? undefined : words.letInLater}
          action={words.letIn}
          isBusy={isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
