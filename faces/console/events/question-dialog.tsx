import type { CreateQuestion, Question } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field, SelectField, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { linesOf, type TranslatedText, TranslationsField, translationsFrom } from '../parts/translations-field.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import { questionKey } from './question-key.ts'

type Kind = CreateQuestion['kind']
type AskedOf = CreateQuestion['asked_of']

export const KINDS: Record<Kind, string> = {
  text: eventWords.question.text,
  choice: eventWords.question.choice,
  consent: eventWords.question.box,
}

const TEXTS: TranslatedText[] = [
  { name: 'title', label: eventWords.question.title, maxLength: 500 },
  { name: 'description', label: eventWords.question.explanation, maxLength: 2000, isLong: true },
]
const CHOICES: TranslatedText = {
  name: 'choices',
  label: eventWords.question.answers,
  maxLength: 10_000,
  isList: true,
  hint: eventWords.question.translationHint,
}

type Props = {
  eventId: string
  /** undefined: a new one. */
  question: Question | undefined
  /** What other questions of the event are called in files. */
  keys: string[]
  onClose(): void
  onDone(): void
}

/** One question of the checkout, in every language that the club writes it in. What kind it is stays, since there may be answers. */
export function QuestionDialog({ eventId, question, keys, onClose, onDone }: Props) {
  const [kind, setKind] = useState<Kind>((question?.kind ?? 'text') as Kind)
  const [askedOf, setAskedOf] = useState<AskedOf>((question?.asked_of ?? 'ticket') as AskedOf)
  const texts = kind === 'choice' ? [...TEXTS, CHOICES] : TEXTS
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const title = filled.text('title')
    const body = {
      title,
      description: filled.optional('description') ?? null,
      required: filled.isTicked('required'),
      show_at_gate: filled.isTicked('show_at_gate'),
      translations: translationsFrom(filled, texts, question?.translations),
      ...(kind === 'choice' && { choices: linesOf(filled.text('choices')) }),
    }
    if (question) await api.events.changeQuestion(question.question_id, body)
    else await api.events.createQuestion(eventId, { ...body, key: questionKey(title, keys), kind, asked_of: askedOf })
    toast(common.saved)
    onDone()
  })
  const archiving = useSubmit(async () => {
    if (question) await api.events.archiveQuestion(question.question_id)
    toast(eventWords.question.removed)
    onDone()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={question ? eventWords.question.change : eventWords.question.new} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        {archiving.error !== undefined && <TroubleNotice error={archiving.error} />}
        <Field
          name="title"
          label={eventWords.question.title}
          maxLength={500}
          defaultValue={question?.title ?? ''}
          required
          error={problems.title}
        />
        <TextField
          name="description"
          label={eventWords.question.explanation}
          optional={eventWords.question.explanationHint}
          maxLength={2000}
          rows={2}
          defaultValue={question?.description ?? ''}
          error={problems.description}
        />
        {!question && (
          <>
            <SelectField
              name="kind"
              label={eventWords.question.answer}
              defaultValue={kind}
              options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
            />
            <SelectField
              name="asked_of"
              label={eventWords.question.asked}
              defaultValue={askedOf}
              options={[
                { value: 'ticket', label: eventWords.question.perTicket },
                { value: 'order', label: eventWords.question.perOrder },
              ]}
              onChange={({ currentTarget }) => setAskedOf(currentTarget.value as AskedOf)}
            />
          </>
        )}
        {kind === 'choice' && (
          <TextField
            name="choices"
            label={eventWords.question.answers}
            hint={eventWords.question.answersHint}
            rows={4}
            required
            defaultValue={question?.choices.join('\n') ?? ''}
            error={problems.choices}
          />
        )}
        <CheckField
          name="required"
          label={kind === 'consent' ? eventWords.question.boxRequired : eventWords.question.answerRequired}
          defaultChecked={question?.required ?? false}
        />
        {askedOf === 'ticket' && (
          <CheckField
            name="show_at_gate"
            label={eventWords.question.forStewards}
            defaultChecked={question?.show_at_gate ?? false}
            error={problems.show_at_gate}
          />
        )}
        <TranslationsField key={kind} texts={texts} translations={question?.translations} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
      {question && (
        <form onSubmit={archiving.submit}>
          <Button type="submit" look="quiet" busy={archiving.isBusy}>
            {eventWords.question.remove}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
