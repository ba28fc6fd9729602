import { useAction } from '../../kit/use-action.ts'
import { loadProblemWords } from './field-problems.ts'

/** What was filled in. */
export type Filled = {
  text(name: string): string
  /** undefined where nothing was typed. */
  optional(name: string): string | undefined
  /** Returns all values of a repeated field. */
  all(name: string): string[]
  number(name: string): number | undefined
  isTicked(name: string): boolean
}

export type Submission = {
  submit(event: SubmitEvent): void
  isBusy: boolean
  error: unknown
}

/** A form that does one thing, once, and shows what came of it. A second press while it is under way does nothing. */
export function useSubmit(send: (form: Filled) => Promise<void>): Submission {
  const { run, isBusy, error } = useAction()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = filledOf(event.currentTarget as HTMLFormElement)
    void run(() => send(form).catch((refusal) => loadProblemWords().then(() => Promise.reject(refusal))))
  }
  return { submit, isBusy, error }
}

function filledOf(element: HTMLFormElement): Filled {
  const data = new FormData(element)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const optional = (name: string) => (text(name) === '' ? undefined : text(name))
  return {
    // A password is what was typed, blanks and all.
    text: (name) => (/password/.test(name) ? String(data.get(name) ?? '') : text(name)),
    optional,
    all: (name) => data.getAll(name).map(String),
    number: (name) => (text(name) === '' ? undefined : Number(text(name))),
    isTicked: (name) => data.has(name),
  }
}
