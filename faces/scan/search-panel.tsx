import { useEffect, useState } from 'preact/hooks'
import type { Direction } from '../../server/gates/rules/facts.ts'
import { isSlip, readTypedCode } from '../../server/platform/values/typed-code.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import type { Keeper } from './keeper.ts'
import { NameCheck } from './name-check.tsx'
import type { Register } from './register.ts'
import styles from './scan.module.css'
import { type Found, foundBy, foundByNumber, isAway, search } from './search.ts'
import { useWordsAnd } from './spoken.ts'
import { sheetWords } from './words/sheets.ts'

type SearchPanelProps = {
  open: boolean
  onClose(): void
  keeper: Keeper
  direction: Direction
  meet(): Promise<void>
  onText(text: string): void
  onFound(subjects: string[]): void
}

/** Whom the steward is about to let in, and the code that was typed for them, if one was. */
type Asked = { people: Found[]; code: string | null }

/**
 * For a fan without a code that a camera reads: by the code beside it, a name or a number. Names stand there only where the steward asks for them,
 * since many can read a screen at a gate; and no fan goes in before the steward has asked who they are. On the way out it lets out.
 */
export function SearchPanel({ open, onClose, keeper, direction, meet, onText, onFound }: SearchPanelProps) {
  const words = useWordsAnd(sheetWords)
  const [text, setText] = useState('')
  const [isNamed, setNamed] = useState(false)
  const [asked, setAsked] = useState<Asked | undefined>()
  /** The text in which a character is wrong, once that was said. */
  const [slip, setSlip] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const { register } = keeper
  const numbered = useNumbered(open ? register : undefined, text)
  const matches = open && register ? [...numbered, ...othersThan(numbered, search(register, text))] : []
  // No fan is kept in, nor asked who they are on the way out.
  const isLeaving = direction === 'exit'
  const mayPass = (each: Found) => isLeaving || isAway(each)
  const together = matches.filter((each) => each.by === 'order' && (isLeaving ? each.state === 'inside' : isAway(each)))
  const states = { inside: words.inside, left: words.hasLeft, away: words.notYet, invalid: words.notValid }
  const close = () => {
    setText('')
    setNamed(false)
    setAsked(undefined)
    setSlip(undefined)
    onClose()
  }
  const letThrough = ({ people, code }: Asked) => {
    close()
    if (code === null) onFound(people.map(({ subject }) => subject))
    else onText(code)
  }
  const pass = (people: Found[]) => (isLeaving ? letThrough({ people, code: null }) : setAsked({ people, code: null }))
  const send = (code: string) => {
    close()
    onText(code)
  }
  const check = async () => {
    const code = text.trim()
    if (code === '' || isBusy) return
    if (isLeaving && readTypedCode(code) !== undefined) return send(code)
    setBusy(true)
    const holder = await whoseCode(keeper, code, meet)
    setBusy(false)
    const person = holder && keeper.register && foundBy(keeper.register, holder)
    if (person && !isLeaving && isLetIn(keeper, person.subject)) {
      setAsked({ people: [person], code })
      return
    }
    // A stop is told without asking for a name, and an unknown code by what the service says.
    if (person || holder) return send(code)
    const [only, ...others] = matches
    if (only && others.length === 0 && mayPass(only)) return pass([only])
    if (only) return
    if (isSlip(code) && slip !== code) return setSlip(code)
    send(code)
  }
  if (asked)
    return (
      <NameCheck
        open={open}
        people={asked.people}
        keeper={keeper}
        onClose={close}
        onYes={() => letThrough(asked)}
        onNo={() => setAsked(undefined)}
      />
    )
  return (
    <Dialog open={open} title={words.search} onClose={close}>
      <form
        class={styles.stack}
        onInput={({ target }) => setText((target as HTMLInputElement).value)}
        onSubmit={(event) => {
          event.preventDefault()
          void check()
        }}
      >
        <Field
          name="search"
          label={words.searchFor}
          hint={words.searchExample}
          error={slip !== undefined && slip === text.trim() ? words.typeSlip : undefined}
          defaultValue={text}
          autocomplete="off"
          spellcheck={false}
          maxLength={512}
        />
        {together.length > 1 && (
          <Button wide look="strong" onClick={() => pass(together)}>
            {isLeaving ? words.letOutAll(together.length) : words.letInAll(together.length)}
          </Button>
        )}
        {matches.length === 0 && (
          <Button type="submit" wide look="strong" busy={isBusy}>
            {words.check}
          </Button>
        )}
      </form>
      <ul class={styles.rows}>
        {matches.map((each) => {
          const { subject, name, place, orderId, state } = each
          const isOffered = (isNamed || each.by !== 'name') && mayPass(each)
          const title = isNamed ? name || subject.slice(1) : words.hidden
          return (
            <li key={subject}>
              <b>{title}</b>
              <span>
                {[place, orderId === null ? '' : words.order(orderId), states[state]].filter(Boolean).join(' · ')}
              </span>
              {isOffered && (
                <Button onClick={() => pass([each])}>
                  {isLeaving ? words.letOutOne : words.letInOne}{' '}
                  <span class="visually-hidden">{[title, place].join(' ')}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <div class={styles.stack}>
        {matches.length > 0 && (
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

const othersThan = (numbered: Found[], people: Found[]) =>
  people.filter(({ subject }) => numbered.every((each) => each.subject !== subject))

/** Members whose number is typed, once the list has been asked for them. */
function useNumbered(register: Register | undefined, text: string): Found[] {
  const [numbered, setNumbered] = useState<{ text: string; people: Found[] }>({ text: '', people: [] })
  useEffect(() => {
    if (!register || text.trim() === '') return
    let isOver = false
    void foundByNumber(register, text).then((people) => {
      if (!isOver) setNumbered({ text, people })
    })
    return () => {
      isOver = true
    }
  }, [register, text])
  return numbered.text === text ? numbered.people : []
}

/** By the list; where that does not have it, by the one of this moment: it may have been sold a minute ago. */
async function whoseCode(keeper: Keeper, code: string, meet: () => Promise<void>) {
  const holder = await keeper.register?.find(code)
  if (holder || readTypedCode(code) === undefined || !keeper.standing.isOnline) return holder
  await meet()
  return keeper.register?.find(code)
}

/** By the rules, as the phone knows them. */
const isLetIn = ({ register, choice, phone, skewMs }: Keeper, subject: string): boolean =>
  register?.decideFound(subject, choice.gateId, 'entry', phone.now() - skewMs).result === 'admitted'
