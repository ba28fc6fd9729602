import { defineList } from '../parts/list/description.ts'
import { common } from '../words/common.ts'
import { words as frame } from '../words/frame.ts'
import { words } from '../words/services.ts'

/** Addresses of which a mail server said that they do not exist. */
export const suppressionsList = defineList({
  operation: 'mails.listSuppressions',
  title: words.suppressions,
  heading: words.suppressions,
  keyOf: ({ mail_suppression_id }) => mail_suppression_id,
  columns: [
    { label: common.address, cell: ({ email_address }) => email_address },
    { label: words.why, isMinor: true, cell: ({ error_code }) => error_code.replace('_', ' ').toUpperCase() },
    { label: words.since, isMinor: true, cell: ({ created }) => ({ unix: created }) },
  ],
  rowAction: {
    label: words.lift,
    needs: 'customers:manage',
    done: words.lifted,
    run: (api, { mail_suppression_id }) => api.mails.liftSuppression(mail_suppression_id),
  },
  csv: {
    export: 'exportMailSuppressionsCsv',
    name: 'mail-suppressions',
    needs: 'customers:manage',
    label: frame.csv.all,
  },
  empty: { title: words.noSuppressions, text: words.aboutSuppressions },
})
