import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import type { Register } from './register.ts'
import styles from './scan.module.css'
import { isAway, search } from './search.ts'
import { useWordsAnd } from './spoken.ts'
import { sheetWords } from './words/sheets.ts'

type SearchPanelProps = {
  open: boolean
  onClose(): void
  register: Register | undefined
  onLetIn(subjects: string[]): void
}

/** Who may come in, with names only where somebody asks for them: many can read a screen at a gate. */
export function SearchPanel({ open, onClose, register, onLetIn }: SearchPanelProps) {
  const words = useWordsAnd(sheetWords)
  const [text, setText] = useState('')
  const [isNamed, setNamed] = useState(false)
  const found = open && register ? search(register, text) : []
  const together = found.filter((each) => each.by === 'order' && isAway(each)).map(({ subject }) => subject)
  const states = { inside: words.inside, left: words.hasLeft, away: words.notYet, invalid: words.notValid }
  const close = () => {
    setText('')
    setNamed(false)
    onClose()
  }
  const letIn = (subjects: string[]) => {
    close()
    onLetIn(subjects)
  }
  return (
    <Dialog open={open} title={words.search} onClose={close}>
      <div class={styles.stack} onInput={({ target }) => setText((target as HTMLInputElement).value)}>
        <Field name="search" label={words.searchFor} autocomplete="off" spellcheck={false} />
        {together.length > 1 && (
          <Button wide look="strong" onClick={() => letIn(together)}>
            {words.letInAll(together.length)}
          </Button>
        )}
      </div>
      <ul class={styles.rows}>
        {found.map((each) => {
          const { subject, name, place, orderId, state } = each
          const mayAsk = (isNamed || each.by !== 'name') && isAway(each)
          const shown = isNamed ? name || subject.slice(1) : words.hidden
          return (
            <li key={subject}>
              <b>{shown}</b>
              <span>
                {[place, orderId === null ? '' : words.order(orderId), states[state]].filter(Boolean).join(' · ')}
              </span>
              {mayAsk && (
                <Button onClick={() => letIn([subject])}>
                  {words.letInOne} <span class="visually-hidden">{[shown, place].join(' ')}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {text.length > 1 && found.length === 0 && <p role="status">{words.searchNone}</p>}
      <div class={styles.stack}>
        {found.length > 0 && (
          <>
            <Button wide onClick={() => setNamed(!isNamed)}>
              {isNamed ? words.hideNames : words.showNames}
            </Button>
            <p class={styles.small}>{words.searchHint}</p>
          </>
        )}
        <Button wide onClick={close}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}
