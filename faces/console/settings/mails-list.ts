import { defineList } from '../parts/list/description.ts'
import { mailTitle } from '../parts/mail-title.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/settings.ts'
import { LANGUAGES } from './mail-words.ts'

/** Every kind of mail that goes to buyers and holders. */
export const mailsList = defineList({
  operation: 'mails.list',
  title: words.kindsOfMail,
  isWhole: true,
  keyOf: ({ kind }) => kind,
  hrefOf: ({ kind }) => routes.mail(kind),
  columns: [
    { label: words.mail, cell: ({ kind }) => mailTitle(kind) },
    {
      label: common.state,
      cell: ({ enabled }) => (enabled ? { tag: words.isSent, tone: 'good' } : { tag: words.isOff, tone: 'quiet' }),
    },
    {
      label: words.inYourWords,
      isMinor: true,
      cell: ({ own_texts }) => {
        const languages = Object.entries(LANGUAGES).filter(([language]) =>
          Object.values(own_texts[language] ?? {}).some((text) => text !== null),
        )
        return languages.length === 0 ? words.notYet : languages.map(([, name]) => name).join(', ')
      },
    },
  ],
  empty: { title: words.noMails, text: words.eachKindOfMailThat },
})
