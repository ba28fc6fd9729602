import type { CheckoutBasket, EventQuestion } from '@grandstand/sdk'

/** What an event wants to know, besides who buys. */
export type Asked = { holder_names: string; questions: EventQuestion[] }

/** One ticket of the basket, in the order in which the API counts them. */
export type Place = { title: string }

type Item = { title: string; tickets: number }

/** Tickets beyond these bear the buyer's name. */
const NAMED_MAX = 200

export const placesOf = (items: Item[]): Place[] =>
  items.flatMap(({ title, tickets }) => Array.from({ length: tickets }, () => ({ title }))).slice(0, NAMED_MAX)

export const questionsOf = ({ questions }: Asked, of: 'order' | 'ticket'): EventQuestion[] =>
  questions.filter(({ asked_of }) => asked_of === of)

export const asksOfTickets = (asked: Asked): boolean =>
  asked.holder_names !== 'none' || questionsOf(asked, 'ticket').length > 0

/** Fields have the names that the API gives to what it does not like, so that a refusal finds its field. */
export const fieldOf = {
  name: (ticket: number) => `holders[${ticket}][ticket_name]`,
  ofTicket: (ticket: number, key: string) => `holders[${ticket}][answers][${key}]`,
  ofOrder: (key: string) => `answers[${key}]`,
}

type Answers = Pick<CheckoutBasket, 'holders' | 'answers'>

/** What was typed and ticked, as the checkout takes it; nothing where nothing is asked. */
export function answersOf(form: FormData, asked: Asked, places: Place[]): Answers {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const answer = ({ kind }: EventQuestion, name: string) =>
    kind === 'consent' ? (form.get(name) === null ? 'no' : 'yes') : text(name)
  const collect = (questions: EventQuestion[], nameOf: (key: string) => string) =>
    Object.fromEntries(questions.map((question) => [question.key, answer(question, nameOf(question.key))]))
  const ofOrder = questionsOf(asked, 'order')
  const ofTicket = questionsOf(asked, 'ticket')
  return {
    ...(asksOfTickets(asked) && {
      holders: places.map((_place, ticket) => {
        const name = text(fieldOf.name(ticket))
        return {
          ...(asked.holder_names !== 'none' && name !== '' && { ticket_name: name }),
          ...(ofTicket.length > 0 && { answers: collect(ofTicket, (key) => fieldOf.ofTicket(ticket, key)) }),
        }
      }),
    }),
    ...(ofOrder.length > 0 && { answers: collect(ofOrder, fieldOf.ofOrder) }),
  }
}

/** What is missing, by the name of its field, before the service is asked. */
export function answerProblems({ holders = [], answers = {} }: Answers, asked: Asked, message: string) {
  const problems: Record<string, string> = {}
  const check = (questions: EventQuestion[], given: Record<string, string>, nameOf: (key: string) => string) => {
    for (const { key, kind, required } of questions)
      if (required && (kind === 'consent' ? given[key] !== 'yes' : (given[key] ?? '') === ''))
        problems[nameOf(key)] = message
  }
  check(questionsOf(asked, 'order'), answers, fieldOf.ofOrder)
  for (const [ticket, holder] of holders.entries()) {
    if (asked.holder_names === 'required' && holder.ticket_name === undefined) problems[fieldOf.name(ticket)] = message
    check(questionsOf(asked, 'ticket'), holder.answers ?? {}, (key) => fieldOf.ofTicket(ticket, key))
  }
  return problems
}
