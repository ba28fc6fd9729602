import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { LANGUAGES, mailTitle } from './mail-words.ts'

/** Every kind of mail that goes to buyers and holders. */
export const mailsList = defineList({
  operation: 'mails.list',
  title: 'Kinds of mail',
  isWhole: true,
  keyOf: ({ kind }) => kind,
  hrefOf: ({ kind }) => routes.mail(kind),
  columns: [
    { label: 'Mail', cell: ({ kind }) => mailTitle(kind) },
    {
      label: 'State',
      cell: ({ enabled }) => (enabled ? { tag: 'sent', tone: 'good' } : { tag: 'off', tone: 'quiet' }),
    },
    {
      label: 'In your words',
      isMinor: true,
      cell: ({ own_texts }) => {
        const languages = Object.entries(LANGUAGES).filter(([language]) =>
          Object.values(own_texts[language] ?? {}).some((text) => text !== null),
        )
        return languages.length === 0 ? 'not yet' : languages.map(([, name]) => name).join(', ')
      },
    },
  ],
  empty: { title: 'No mails', text: 'Each kind of mail that buyers and holders are sent stands here.' },
})
