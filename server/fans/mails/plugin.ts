import { changeMail } from './change-mail.manage.ts'
import { liftMailSuppression } from './lift-mail-suppression.manage.ts'
import { listCustomerMails } from './list-customer-mails.manage.ts'
import { listEventMoves } from './list-event-moves.manage.ts'
import { listMailSuppressions } from './list-mail-suppressions.manage.ts'
import { listMails } from './list-mails.manage.ts'
import { listOrderMails } from './list-order-mails.manage.ts'
import { previewMail } from './preview-mail.manage.ts'
import { serveNewsPage } from './serve-news-page.ts'

export const mails = [
  listMails,
  changeMail,
  previewMail,
  listOrderMails,
  listCustomerMails,
  listEventMoves,
  listMailSuppressions,
  liftMailSuppression,
  serveNewsPage,
]
