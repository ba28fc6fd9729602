import type { EventQuestion, Member, TicketedEvent } from '@grandstand/sdk'
import type { RefObject } from 'preact'
import { Button } from '../../kit/button.tsx'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { fieldOf, type Place, questionsOf } from '../../kit/holders.ts'
import { memberName } from '../members/member-name.ts'
import { Sheet } from '../parts/page.tsx'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import styles from './box-office.module.css'
import own from './buyer-form.module.css'
import { KeyCap } from './key-cap.tsx'
import type { Code } from './use-code.ts'

const ANSWER_MAX = 1000

/** The buyer, as far as they want to be known; a member or a code; and what the event asks. */
export function BuyerForm({
  form,
  event,
  places,
  member,
  code,
  keysOn,
  onCode,
  onMember,
  onNoMember,
}: {
  form: RefObject<HTMLFormElement | null>
  event: TicketedEvent
  /** The tickets that are chosen, in their order. */
  places: Place[]
  member: Member | undefined
  code: Code
  keysOn: boolean
  onCode(typed: string): void
  onMember(): void
  onNoMember(): void
}) {
  const ofTicket = questionsOf(event, 'ticket')
  const ofOrder = questionsOf(event, 'order')
  return (
    <form
      ref={form}
      class={styles.steps}
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault()
        // Enter in a name is not yet a sale: it goes back to where keys work.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      }}
    >
      <Sheet
        title={common.buyer}
        about={
          <>
            {common.optional} <KeyCap name="N" isOn={keysOn} />{' '}
            {keysOn && (
              <span class={styles.forKeys}>
                {words.code} <KeyCap name="V" isOn />
              </span>
            )}
          </>
        }
      >
        <div class={own.buyer}>
          <Field name="name" label={common.name} autocomplete="off" maxLength={200} />
          <Field name="email" label={common.email} optional={words.forTheTickets} type="email" autocomplete="off" />
        </div>
        <div class={own.buyer}>
          <div onChange={({ target }) => onCode((target as HTMLInputElement).value)}>
            <Field
              name="code"
              label={words.discountCode}
              autocomplete="off"
              spellcheck={false}
              maxLength={64}
              error={code.at === 'refused' ? code.message : undefined}
            />
          </div>
          <p class={styles.seats}>
            {member ? (
              <>
                <span>
                  <strong>{memberName(member)}</strong>{' '}
                  <span class={styles.quiet}>
                    {[member.member_number, member.type_title].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <Button look="quiet" onClick={onNoMember}>
                  {words.noMember}
                </Button>
              </>
            ) : (
              <Button onClick={onMember}>
                {words.member} <KeyCap name="M" isOn={keysOn} />
              </Button>
            )}
          </p>
        </div>
        <button type="submit" hidden />
      </Sheet>
      {event.questions.length > 0 && places.length > 0 && (
        <Sheet title={words.whatTheEventAsks} about={words.withACardTheFan}>
          {ofTicket.length > 0 &&
            places.map(({ title }, ticket) => (
              <fieldset key={ticket} class={own.asked}>
                <legend>{words.ticket({ ticket: ticket + 1, title })}</legend>
                {ofTicket.map((question) => (
                  <Question key={question.key} question={question} name={fieldOf.ofTicket(ticket, question.key)} />
                ))}
              </fieldset>
            ))}
          {ofOrder.length > 0 && (
            <fieldset class={own.asked}>
              <legend>{words.theOrder}</legend>
              {ofOrder.map((question) => (
                <Question key={question.key} question={question} name={fieldOf.ofOrder(question.key)} />
              ))}
            </fieldset>
          )}
        </Sheet>
      )}
    </form>
  )
}

function Question({ question, name }: { question: EventQuestion; name: string }) {
  const { kind, title, description, choices, required } = question
  if (kind === 'consent') return <CheckField {...{ name, required }} label={title} />
  const shared = {
    name,
    required,
    label: title,
    ...(!required && { optional: common.optional }),
    ...(description !== null && { hint: description }),
  }
  if (kind === 'choice')
    return (
      <SelectField
        {...shared}
        options={[{ value: '', label: words.choose }, ...choices.map((choice) => ({ value: choice, label: choice }))]}
      />
    )
  return <Field {...shared} maxLength={ANSWER_MAX} autocomplete="off" />
}
