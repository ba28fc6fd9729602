import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { useWordsAnd } from './spoken.ts'
import { sheetWords } from './words/sheets.ts'

type CodeFieldProps = {
  problem: string | undefined
  hint?: string | undefined
  /** What the code is given for. */
  action: string
  isBusy: boolean
  /** Whether it may have letters. */
  isLong?: boolean
  onClose(): void
}

/** The end of every form that a supervisor answers for: the code, and what is done with it or not. */
export function CodeField({ problem, hint, action, isBusy, isLong = false, onClose }: CodeFieldProps) {
  const words = useWordsAnd(sheetWords)
  return (
    <>
      <Field
        name="code"
        label={words.letInCode}
        hint={hint}
        error={problem}
        autocomplete="off"
        spellcheck={false}
        maxLength={20}
        {...(isLong ? {} : { inputMode: 'numeric' as const })}
        required
      />
      <Button type="submit" look="strong" wide busy={isBusy}>
        {action}
      </Button>
      <Button wide onClick={onClose}>
        {words.cancel}
      </Button>
    </>
  )
}
