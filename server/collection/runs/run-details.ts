import { type Static, Type } from 'typebox'
import { Id, Input, Paragraphs, Text } from '../../platform/http/schema.ts'
import { CalendarDate, TagField } from '../../resources/fields.ts'

export const RunMail = Input(
  {
    subject: Text(200),
    text: Paragraphs(10_000, { description: 'plain text; an empty line begins a paragraph' }),
    is_news: Type.Boolean({
      default: false,
      description: 'true: news or an offer, for those alone who have agreed to it; false: about what they have bought',
    }),
  },
  { title: 'RunMail' },
)

/** What an action is told besides its objects. */
export const runDetails = {
  mail: Type.Optional(RunMail),
  tag: Type.Optional(TagField),
  membership_type_id: Type.Optional(Id({ description: 'the type that members change to' })),
  due_on: Type.Optional(CalendarDate({ description: 'YYYY-MM-DD, the day that instalments move to' })),
  reason: Type.Optional(Paragraphs(500, { description: 'of refunds and cancellations, and of what is written off' })),
}
const RunDetails = Type.Object(runDetails)
export type RunDetails = Static<typeof RunDetails>
