import type { EventQuestion } from '@grandstand/sdk'
import { Button } from '../kit/button.tsx'
import { CheckField, Field, SelectField } from '../kit/field.tsx'
import { type Asked, asksOfTickets, fieldOf, type Place, questionsOf } from '../kit/holders.ts'
import styles from './basket-page.module.css'
import { useShop } from './shop.tsx'

/** By the names of the fields: what was typed before a reload, and what is wrong with it. */
type Known = { typed: Record<string, string>; problems: Record<string, string> }
const ANSWER_MAX = 500

/** Whatever the event asks, of each ticket and of the order: the form is made of its answer. */
export function HoldersForm({ asked, places, ...known }: { asked: Asked; places: Place[] } & Known) {
  const { words } = useShop()
  const ofOrder = questionsOf(asked, 'order')
  return (
    <>
      {asksOfTickets(asked) && (
        <fieldset class={styles.fields}>
          <legend>{words.names}</legend>
          {places.map(({ title }, ticket) => (
            <div key={ticket} class={styles.fields}>
              {asked.holder_names !== 'none' && (
                <Field
                  name={fieldOf.name(ticket)}
                  label={words.nameOf(ticket + 1, title)}
                  {...(asked.holder_names === 'optional' && { optional: words.optional })}
                  required={asked.holder_names === 'required'}
                  maxLength={200}
                  autocomplete="off"
                  defaultValue={known.typed[fieldOf.name(ticket)] ?? ''}
                  error={known.problems[fieldOf.name(ticket)]}
                />
              )}
              {asked.holder_names !== 'none' && ticket === 0 && places.length > 1 && (
                <Button
                  look="quiet"
                  onClick={({ currentTarget }) => copyName(currentTarget as HTMLElement, places.length)}
                >
                  {words.sameName}
                </Button>
              )}
              {questionsOf(asked, 'ticket').map((question) => (
                <Question
                  key={question.key}
                  question={question}
                  name={fieldOf.ofTicket(ticket, question.key)}
                  about={places.length > 1 ? words.ticket(ticket + 1) : undefined}
                  {...known}
                />
              ))}
            </div>
          ))}
        </fieldset>
      )}
      {ofOrder.length > 0 && (
        <fieldset class={styles.fields}>
          <legend>{words.questions}</legend>
          {ofOrder.map((question) => (
            <Question key={question.key} question={question} name={fieldOf.ofOrder(question.key)} {...known} />
          ))}
        </fieldset>
      )}
    </>
  )
}

/** Into every field of a name what is in the first. Code that remembers what was typed hears of it as of any typing. */
function copyName(button: HTMLElement, tickets: number): void {
  const fields = button.closest('form')?.elements
  const [first, ...others] = Array.from({ length: tickets }, (_, ticket) => fields?.namedItem(fieldOf.name(ticket)))
  if (!(first instanceof HTMLInputElement)) return
  for (const field of others) {
    if (!(field instanceof HTMLInputElement)) continue
    field.value = first.value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function Question({
  question,
  name,
  about,
  typed,
  problems,
}: {
  question: EventQuestion
  name: string
  about?: string | undefined
} & Known) {
  const { words } = useShop()
  const { kind, title, description, choices, required } = question
  const shared = {
    name,
    label: about === undefined ? title : `${about}: ${title}`,
    error: problems[name],
    required,
    defaultValue: typed[name] ?? '',
    ...(!required && kind !== 'consent' && { optional: words.optional }),
    ...(description !== null && { hint: description }),
  }
  if (kind === 'consent')
    return (
      <CheckField
        {...{ name, required, hint: shared.hint, label: shared.label, error: shared.error }}
        defaultChecked={typed[name] !== undefined}
      />
    )
  if (kind === 'choice')
    return (
      <SelectField
        {...shared}
        options={[{ value: '', label: words.choose }, ...choices.map((choice) => ({ value: choice, label: choice }))]}
      />
    )
  return <Field {...shared} maxLength={ANSWER_MAX} autocomplete="off" />
}
